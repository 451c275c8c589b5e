// SPDX-License-Identifier: Apache-2.0
//! client-bench KUBECONFIG WORK COUNT: what bench/client_bench.cpp does, by kube-rs. WORK may begin with "typed-": with
//! the Pod of k8s-openapi instead of DynamicObject.
//! Prints: per second, CPU in microseconds per item, latency p50 and p99 in microseconds, peak RSS in MB.
mod process;

use std::fmt::Debug;
use std::time::{Duration, Instant};

use k8s_openapi::api::core::v1::Pod;
use kube::api::{Api, ApiResource, DynamicObject, ListParams, PostParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};
use serde::{de::DeserializeOwned, Serialize};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// One after the other; how long each took.
async fn calls<K>(pods: Api<K>, create: bool, count: usize) -> Result<Vec<Duration>, Failure>
where
    K: Clone + DeserializeOwned + Serialize + Debug,
{
    let sample = pods.get("pod-0").await?;
    let mut took = Vec::with_capacity(count);
    for _ in 0..count {
        let start = Instant::now();
        if create {
            pods.create(&PostParams::default(), &sample).await?;
        } else {
            pods.get("pod-0").await?;
        }
        took.push(start.elapsed());
    }
    Ok(took)
}

/// How many items were got, and how long each call took.
async fn run<K>(pods: Api<K>, work: &str, count: usize) -> Result<(usize, Vec<Duration>), Failure>
where
    K: Clone + DeserializeOwned + Serialize + Debug + Send + Sync + 'static,
{
    match work {
        "get" | "create" => Ok((count, calls(pods, work == "create", count).await?)),
        "get16" => {
            let tasks: Vec<_> = (0..16).map(|_| tokio::spawn(calls(pods.clone(), false, count))).collect();
            let mut took = Vec::new();
            for task in tasks {
                took.append(&mut task.await??);
            }
            Ok((16 * count, took))
        }
        "list" => {
            let mut items = 0;
            for _ in 0..count {
                items += pods.list(&ListParams::default()).await?.items.len();
            }
            Ok((items, Vec::new()))
        }
        _ => Err("no such work".into()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let count: usize = arguments[3].parse()?;
    let file = Kubeconfig::read_from(&arguments[1])?;
    let config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
    let client = Client::try_from(config)?;
    let untyped: Api<DynamicObject> = Api::namespaced_with(client.clone(), "default", &ApiResource::erase::<Pod>(&()));
    calls(untyped.clone(), false, 100).await?;

    let cpu = process::cpu_time();
    let start = Instant::now();
    let (items, mut took) = match arguments[2].strip_prefix("typed-") {
        Some(work) => run(Api::<Pod>::namespaced(client, "default"), work, count).await?,
        None => run(untyped, &arguments[2], count).await?,
    };
    let wall = start.elapsed();
    let cpu = process::cpu_time() - cpu;
    took.sort();
    let at = |share: f64| took.get((took.len() as f64 * share) as usize).map_or(0.0, |t| t.as_secs_f64() * 1e6);
    println!(
        "{:.1} {:.2} {:.1} {:.1} {:.1}",
        items as f64 / wall.as_secs_f64(),
        cpu.as_secs_f64() * 1e6 / items as f64,
        at(0.5),
        at(0.99),
        process::memory_row("VmHWM") / (1024.0 * 1024.0)
    );
    Ok(())
}
