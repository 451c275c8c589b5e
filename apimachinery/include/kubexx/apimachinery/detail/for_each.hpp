// SPDX-License-Identifier: Apache-2.0
#pragma once

// KUBEXX_DETAIL_EACH(macro, argument, element...) is `macro(argument, element) macro(argument, element) …` for up to
// 220 elements. A macro cannot call itself: the tenth step leaves the rest for the next scan.
#define KUBEXX_DETAIL_PARENS ()
#define KUBEXX_DETAIL_SCAN1(...) __VA_ARGS__
#define KUBEXX_DETAIL_SCAN2(...) \
  KUBEXX_DETAIL_SCAN1(KUBEXX_DETAIL_SCAN1(KUBEXX_DETAIL_SCAN1(KUBEXX_DETAIL_SCAN1(__VA_ARGS__))))
#define KUBEXX_DETAIL_SCAN(...) \
  KUBEXX_DETAIL_SCAN2(KUBEXX_DETAIL_SCAN2(KUBEXX_DETAIL_SCAN2(KUBEXX_DETAIL_SCAN2(__VA_ARGS__))))

#define KUBEXX_DETAIL_EACH(macro, argument, ...) \
  __VA_OPT__(KUBEXX_DETAIL_SCAN(KUBEXX_DETAIL_STEP1(macro, argument, __VA_ARGS__)))
#define KUBEXX_DETAIL_STEP1(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP2(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP2(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP3(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP3(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP4(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP4(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP5(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP5(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP6(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP6(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP7(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP7(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP8(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP8(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP9(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP9(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_STEP10(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_STEP10(macro, argument, first, ...) \
  macro(argument, first) __VA_OPT__(KUBEXX_DETAIL_AGAIN KUBEXX_DETAIL_PARENS(macro, argument, __VA_ARGS__))
#define KUBEXX_DETAIL_AGAIN() KUBEXX_DETAIL_STEP1

// KUBEXX_DETAIL_LIST_OR_NAME(prefix, x) is prefix##LIST for an x in parentheses and prefix##NAME for any other.
#define KUBEXX_DETAIL_LIST_OR_NAME(prefix, x) \
  KUBEXX_DETAIL_THIRD(KUBEXX_DETAIL_IF_PARENS x, prefix##LIST, prefix##NAME, )
#define KUBEXX_DETAIL_IF_PARENS(...) ,
#define KUBEXX_DETAIL_THIRD(...) KUBEXX_DETAIL_THIRD_NOW(__VA_ARGS__)
#define KUBEXX_DETAIL_THIRD_NOW(a, b, c, ...) c

// KUBEXX_DETAIL_BEYOND_200(then, element...) is `then` if there are more than 200 elements, otherwise nothing.
#define KUBEXX_DETAIL_BEYOND_200(then, ...) \
  KUBEXX_DETAIL_IF_ANY(then, KUBEXX_DETAIL_CALL(KUBEXX_DETAIL_AFTER_200, __VA_ARGS__, KUBEXX_DETAIL_200_COMMAS, ))
#define KUBEXX_DETAIL_CALL(macro, ...) macro(__VA_ARGS__)
#define KUBEXX_DETAIL_IF_ANY(then, ...) KUBEXX_DETAIL_IF_ANY_NOW(then, __VA_ARGS__)
#define KUBEXX_DETAIL_IF_ANY_NOW(then, ...) __VA_OPT__(then)
#define KUBEXX_DETAIL_200_COMMAS                                                                                      \
  , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , \
      , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , \
      , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , \
      , , , , , , , , , , , , , , , , , , , , , , , , , , , , , ,
#define KUBEXX_DETAIL_AFTER_200(                                                                                       \
    p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24,     \
    p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43, p44, p45, p46, p47, \
    p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59, p60, p61, p62, p63, p64, p65, p66, p67, p68, p69, p70, \
    p71, p72, p73, p74, p75, p76, p77, p78, p79, p80, p81, p82, p83, p84, p85, p86, p87, p88, p89, p90, p91, p92, p93, \
    p94, p95, p96, p97, p98, p99, p100, p101, p102, p103, p104, p105, p106, p107, p108, p109, p110, p111, p112, p113,  \
    p114, p115, p116, p117, p118, p119, p120, p121, p122, p123, p124, p125, p126, p127, p128, p129, p130, p131, p132,  \
    p133, p134, p135, p136, p137, p138, p139, p140, p141, p142, p143, p144, p145, p146, p147, p148, p149, p150, p151,  \
    p152, p153, p154, p155, p156, p157, p158, p159, p160, p161, p162, p163, p164, p165, p166, p167, p168, p169, p170,  \
    p171, p172, p173, p174, p175, p176, p177, p178, p179, p180, p181, p182, p183, p184, p185, p186, p187, p188, p189,  \
    p190, p191, p192, p193, p194, p195, p196, p197, p198, p199, p200, next, ...)                                       \
  next
