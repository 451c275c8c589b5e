// SPDX-License-Identifier: Apache-2.0
// The part of a CRD that --print-webhooks prints for a kind that is converted, applied to a real kube-apiserver.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/webhook_target.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace converted {

namespace v1 {
struct Lamp {
  static constexpr ResourceInfo kubexx_resource{"parts.kubexx.dev", "v1", "Lamp", "lamps"};
  ObjectMeta metadata;
  std::string colour;
};
KUBEXX_DESCRIBE(Lamp, metadata, colour);
}  // namespace v1
namespace v2 {
struct Lamp {
  static constexpr ResourceInfo kubexx_resource{"parts.kubexx.dev", "v2", "Lamp", "lamps"};
  ObjectMeta metadata;
  std::string hue;
};
KUBEXX_DESCRIBE(Lamp, metadata, hue);
KUBEXX_CRD(Lamp, not_stored);
}  // namespace v2

}  // namespace converted

namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class ConversionParts : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped()) return;
    Manager manager(admin());
    Conversions conversions;
    conversions.add<converted::v1::Lamp, converted::v2::Lamp>(
        [](const converted::v1::Lamp& from, converted::v2::Lamp& to) { to.hue = from.colour; },
        [](const converted::v2::Lamp& from, converted::v1::Lamp& to) { to.colour = from.hue; });
    manager.webhooks().converts(std::move(conversions));
    WebhookTarget target;
    target.name = "lamps";
    target.namespace_ = "lamps-system";
    part_ = manager.conversion_parts(target).at(0).json();
    whole_ = crd_of(manager.converted_kinds().at(0));
  }
  void TearDown() override
  {
    if (!IsSkipped()) (void)kubectl({"delete", "crd", "lamps.parts.kubexx.dev", "--ignore-not-found"});
    RealServer::TearDown();
  }

  Outcome apply(const json& object) const { return kubectl({"apply", "-f", "-"}, object.dump()); }
  /// As the comment in front of the printed part says.
  Outcome apply_part() const
  {
    return kubectl({"apply", "--server-side", "--force-conflicts", "--field-manager=lamps-webhooks", "-f", "-"},
                   part_.dump());
  }
  json stored_spec() const
  {
    return admin().get(resources::custom_resource_definitions, {"", "lamps.parts.kubexx.dev"}).json().at("spec");
  }

  json part_, whole_;
};

TEST_F(ConversionParts, IsMergedIntoTheCrdAndStaysWhenThatIsAppliedAgain)
{
  const Outcome made = apply(whole_);
  ASSERT_EQ(made.exit.code, 0) << made.err;
  json expected = stored_spec();
  EXPECT_EQ(expected["conversion"]["strategy"], "None");
  expected["conversion"] = part_["spec"]["conversion"];

  const Outcome merged = apply_part();
  EXPECT_EQ(merged.exit.code, 0) << merged.err;
  EXPECT_EQ(stored_spec(), expected);

  whole_["metadata"]["labels"]["again"] = "yes";
  const Outcome again = apply(whole_);
  EXPECT_EQ(again.exit.code, 0) << again.err;
  EXPECT_EQ(stored_spec(), expected);
}

TEST_F(ConversionParts, WithoutTheCrdItIsRefused)
{
  const Outcome refused = apply_part();
  EXPECT_EQ(refused.exit.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("spec.group: Required value"));
}

TEST_F(ConversionParts, AnApplyThatWouldTakeTheRestAwayIsRefused)
{
  ASSERT_EQ(apply(whole_).exit.code, 0);
  const json before = stored_spec();
  const Outcome refused = apply(part_);
  EXPECT_EQ(refused.exit.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("spec.versions"));
  EXPECT_EQ(stored_spec(), before);
}

}  // namespace
}  // namespace kubexx::e2e
