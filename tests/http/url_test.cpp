// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/url.hpp"
#include "kubexx/http/proxy.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "kubexx/http/proxy.hpp"

namespace kubexx {
namespace {

TEST(PathSegment, KeepsWhatNamesAreMadeOf)
{
  EXPECT_EQ(encode_path_segment("kube-system"), "kube-system");
  EXPECT_EQ(encode_path_segment("system:controller:x"), "system:controller:x");
  EXPECT_EQ(encode_path_segment("a.b_c~d"), "a.b_c~d");
}

TEST(PathSegment, CannotLeaveItsPlace)
{
  EXPECT_EQ(encode_path_segment("../secrets/x"), "..%2Fsecrets%2Fx");
  EXPECT_EQ(encode_path_segment("a?watch=1#f"), "a%3Fwatch=1%23f");
  EXPECT_EQ(encode_path_segment("100%"), "100%25");
  EXPECT_EQ(encode_path_segment("a b\r\n"), "a%20b%0D%0A");
  EXPECT_EQ(encode_path_segment(std::string_view("\0", 1)), "%00");
  EXPECT_EQ(encode_path_segment("größe"), "gr%C3%B6%C3%9Fe");
  EXPECT_EQ(encode_path_segment(std::string(5000, '/')).size(), 15000U);
}

TEST(PathSegment, RefusesWhatNoEncodingMakesSafe)
{
  EXPECT_THROW(static_cast<void>(encode_path_segment("")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(encode_path_segment(".")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(encode_path_segment("..")), std::invalid_argument);
}

TEST(QueryBuilder, EncodesNamesAndValuesInOrder)
{
  QueryBuilder query;
  EXPECT_TRUE(query.empty());
  EXPECT_EQ(query.appended_to("/api"), "/api");
  query.add("labelSelector", "app in (a,b),!c").add("limit", "500").add("x&y", "1=2&3+4%");
  EXPECT_EQ(query.str(), "labelSelector=app%20in%20%28a%2Cb%29%2C%21c&limit=500&x%26y=1%3D2%263%2B4%25");
  EXPECT_EQ(query.appended_to("/api"), "/api?" + query.str());
}

TEST(PercentDecode, IsTheInverse)
{
  std::string every;
  for (int c = 0; c < 256; ++c) every += static_cast<char>(c);
  EXPECT_EQ(percent_decode(encode_path_segment(every)), every);
  EXPECT_EQ(percent_decode("a+b"), "a+b");
  EXPECT_THROW(static_cast<void>(percent_decode("%2")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(percent_decode("%zz")), std::invalid_argument);
}

TEST(ServerUrl, ReadsWhatKubeconfigsHold)
{
  const auto plain = parse_server_url("https://10.0.0.1:6443");
  EXPECT_EQ(plain, (ServerUrl{"https", "10.0.0.1", 6443, ""}));
  EXPECT_TRUE(plain.tls());
  EXPECT_EQ(plain.str(), "https://10.0.0.1:6443");
  EXPECT_EQ(parse_server_url("https://example.com"), (ServerUrl{"https", "example.com", 443, ""}));
  EXPECT_EQ(parse_server_url("HTTP://example.com/"), (ServerUrl{"http", "example.com", 80, ""}));
  EXPECT_EQ(parse_server_url("https://rancher/k8s/clusters/c-1/"),
            (ServerUrl{"https", "rancher", 443, "/k8s/clusters/c-1"}));
  EXPECT_EQ(parse_server_url("localhost:8080"), (ServerUrl{"http", "localhost", 8080, ""}));
  EXPECT_EQ(parse_server_url("localhost"), (ServerUrl{"http", "localhost", 80, ""}));
  const auto v6 = parse_server_url("https://[::1]:6443/p");
  EXPECT_EQ(v6, (ServerUrl{"https", "::1", 6443, "/p"}));
  EXPECT_EQ(v6.authority(), "[::1]:6443");
  EXPECT_EQ(v6.str(), "https://[::1]:6443/p");
  EXPECT_EQ(parse_server_url("https://[::1]").authority(), "[::1]");
}

void expect_refused(std::string_view text, std::string_view why)
{
  try {
    static_cast<void>(parse_server_url(text));
    ADD_FAILURE() << text << " was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string_view(error.what()).find(why), std::string_view::npos) << error.what();
    EXPECT_EQ(std::string_view(error.what()).find("hunter2"), std::string_view::npos) << error.what();
  }
}

TEST(ServerUrl, SaysWhatIsWrong)
{
  expect_refused("", "host");
  expect_refused("https://", "host");
  expect_refused("ftp://example.com", "scheme");
  expect_refused("http:[://", "not a URL");
  expect_refused("http:%://", "not a URL");
  expect_refused("https:/example.com", "not a URL");
  expect_refused("http:/example.com:8080", "not a URL");
  expect_refused("https://example.com:70000", "");
  for (const char* port : {"65536", "72820", "84433", "99999", "4294967739", "0"}) {
    expect_refused("https://example.com:" + std::string(port), "port");
  }
  expect_refused("https://example.com:x", "port");
  expect_refused("https://[::1]:x/p", "port");
  expect_refused("https://example.com/?a=b", "query");
  expect_refused("https://a%40example.com", "host");
  expect_refused("https://a%2Fexample.com", "host");
  expect_refused("https://admin:hunter2@example.com", "user or password");
  expect_refused("https://admin:hunter2@exa mple.com", "not a URL");
  expect_refused("https://admin:hunter2?x@example.com", "not shown");
  expect_refused("https://admin:hunter2%40example.com", "not shown");
  expect_refused("https://exa mple.com", "exa mple.com");
}

TEST(ProxyUrl, IsReadAndShownWithoutItsPassword)
{
  const auto full = parse_proxy_url("http://user:p%40ss@proxy.example:3128/");
  EXPECT_EQ(full, (ProxyConfig{ProxyKind::http, "proxy.example", 3128, "user", "p@ss"}));
  EXPECT_EQ(full.str(), "http://proxy.example:3128");
  EXPECT_EQ(parse_proxy_url("https://p").str(), "https://p:443");
  EXPECT_EQ(parse_proxy_url("http://p").str(), "http://p:80");
  EXPECT_EQ(parse_proxy_url("socks5h://[::1]").str(), "socks5://[::1]:1080");
  for (const char* bad : {"", "p:3128", "ftp://SECRET@p", "http://u:SECRET@p:x", "http://u:SECRET@p:0",
                          "http://u:SECRET@p:99999", "http://", "http://u:SECRET@ p", "http://u:SECRET%@p",
                          "http://SECRET%40p", "http:[SECRET", "http:", "http:%", "http:\x0f", "http:/x", ":", "://"}) {
    try {
      static_cast<void>(parse_proxy_url(bad));
      ADD_FAILURE() << bad << " was accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(std::string(error.what()).find("SECRET"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace kubexx
