# SPDX-License-Identifier: Apache-2.0
# Runs SIM over the seeds of the file EXPECTED and compares: processes, compilers and optimisation levels must agree.
file(STRINGS "${EXPECTED}" expected)
list(LENGTH expected seeds)
execute_process(COMMAND "${SIM}" --seeds ${seeds} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "seed [^\n]*" lines "${output}")
foreach(line expected IN ZIP_LISTS lines expected)
  if(NOT line STREQUAL expected)
    message(SEND_ERROR "expected: ${expected}\n     got: ${line}\nwhen behaviour was meant to change, write ${EXPECTED} anew")
  endif()
endforeach()
message(STATUS "${seeds} seeds, the same hashes")
