// SPDX-License-Identifier: Apache-2.0
//! informer-bench CLIENT FOLDER WAY COUNT [EVENTS]: what bench/informer_bench.cpp does and prints, by a reflector of
//! kube-rs. CLIENT: dynamic (DynamicObject) or typed (the Pod of k8s-openapi); "dynamic-stripped" and so on drop
//! managedFields. A full relist is over when all of it was seen: a watcher does not say what has changed.
#[path = "../process.rs"]
mod process;

use std::fmt::Debug;
use std::fs::OpenOptions;
use std::hash::Hash;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime};

use futures_util::{Stream, StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::Pod;
use kube::api::{Api, ApiResource, DynamicObject};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::runtime::reflector::store::Writer;
use kube::runtime::watcher::{self, Event};
use kube::runtime::{reflector, watcher as watch, WatchStreamExt};
use kube::{Client, Config, Resource, ResourceExt};
use process::{cpu_time, memory_row};
use serde::de::DeserializeOwned;

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Events<K> = Pin<Box<dyn Stream<Item = watcher::Result<Event<K>>> + Send>>;

/// Bytes that were allocated and not freed.
fn heap_in_use() -> f64 {
    let info = unsafe { libc::mallinfo2() };
    (info.uordblks + info.hblkhd) as f64
}

fn reset_peak_memory() -> std::io::Result<()> {
    std::fs::write("/proc/self/clear_refs", "5")
}

fn age<K: ResourceExt>(pod: &K) -> Duration {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time after 1970");
    let sent: u64 = pod.annotations()["bench.kubexx.dev/sent"].parse().expect("a number");
    now - Duration::from_nanos(sent)
}

struct Bench<K> {
    folder: PathBuf,
    count: usize,
    events: Events<K>,
    resident: f64,
    heap: f64,
}

impl<K: ResourceExt> Bench<K> {
    fn per_pod(&self, value: f64) -> f64 {
        value / self.count as f64
    }

    /// The most that was resident since the last reset, against what is kept; both without what was there before.
    fn peak(&self) -> f64 {
        (memory_row("VmHWM") - self.resident) / (heap_in_use() - self.heap)
    }

    fn command(&self, line: String) -> std::io::Result<()> {
        writeln!(OpenOptions::new().write(true).open(self.folder.join("control"))?, "{line}")
    }

    /// What failed is tried again by the watcher.
    async fn next(&mut self) -> Result<Event<K>, Failure> {
        loop {
            if let Ok(event) = self.events.next().await.ok_or("the watch ended")? {
                return Ok(event);
            }
        }
    }

    async fn until_listed(&mut self) -> Result<(), Failure> {
        let mut seen = 0;
        loop {
            match self.next().await? {
                Event::Init => seen = 0,
                Event::InitApply(_) => seen += 1,
                Event::InitDone => break,
                _ => {}
            }
        }
        if seen != self.count {
            return Err(format!("{seen} pods").into());
        }
        Ok(())
    }

    async fn sync(&mut self) -> Result<(), Failure> {
        reset_peak_memory()?;
        (self.resident, self.heap) = (memory_row("VmRSS"), heap_in_use());
        let (cpu, start) = (cpu_time(), Instant::now());
        self.until_listed().await?;
        let (wall, cpu) = (start.elapsed(), cpu_time() - cpu);
        print!(
            "per_second={:.0} cpu_us={:.2} kept={:.0} rss={:.0} peak={:.3}",
            self.count as f64 / wall.as_secs_f64(),
            self.per_pod(cpu.as_secs_f64() * 1e6),
            self.per_pod(heap_in_use() - self.heap),
            self.per_pod(memory_row("VmRSS") - self.resident),
            self.peak()
        );
        Ok(())
    }

    async fn changes(&mut self, events: usize) -> Result<(), Failure> {
        let mut took = Vec::with_capacity(events);
        let cpu = cpu_time();
        self.command(format!("events 1000 {events}"))?;
        while took.len() < events {
            if let Event::Apply(pod) = self.next().await? {
                took.push(age(&pod));
            }
        }
        let cpu = cpu_time() - cpu;
        took.sort();
        let micros = |share: usize| took[took.len() * share / 100].as_secs_f64() * 1e6;
        print!(
            " p50_us={:.1} p99_us={:.1} event_us={:.2}",
            micros(50),
            micros(99),
            cpu.as_secs_f64() * 1e6 / events as f64
        );
        Ok(())
    }

    async fn relist(&mut self, percent: usize) -> Result<(), Failure> {
        reset_peak_memory()?;
        let cpu = cpu_time();
        self.command(format!("expire {percent}"))?;
        self.until_listed().await?;
        let cpu = self.per_pod((cpu_time() - cpu).as_secs_f64() * 1e6);
        print!(" relist{percent}_us={cpu:.2} relist{percent}_peak={:.3}", self.peak());
        Ok(())
    }
}

/// The arguments, without the way in which objects are kept.
struct Wanted<'a> {
    stripped: bool,
    folder: &'a Path,
    way: &'a str,
    counts: Vec<usize>,
}

async fn run<K>(pods: Api<K>, kind: K::DynamicType, wanted: &Wanted<'_>) -> Result<(), Failure>
where
    K: Resource + Clone + DeserializeOwned + Debug + Send + Sync + 'static,
    K::DynamicType: Eq + Hash + Clone + Send + Sync,
{
    let (stripped, counts) = (wanted.stripped, &wanted.counts);
    let config = match wanted.way {
        "stream" => watcher::Config::default().streaming_lists(),
        "whole" => watcher::Config::default().any_semantic(),
        _ => watcher::Config::default(),
    };
    let writer = Writer::<K>::new(kind);
    let reader = writer.as_reader();
    let stream = watch(pods, config).map_ok(move |event| {
        if !stripped {
            return event;
        }
        event.modify(|pod| pod.managed_fields_mut().clear())
    });
    let events = reflector(writer, stream).default_backoff().boxed();
    let mut bench = Bench { folder: wanted.folder.to_path_buf(), count: counts[0], events, resident: 0.0, heap: 0.0 };
    bench.sync().await?;
    if let Some(events) = counts.get(1) {
        bench.changes(*events).await?;
        bench.relist(5).await?;
        bench.relist(100).await?;
    }
    println!();
    if reader.len() == counts[0] {
        Ok(())
    } else {
        Err(format!("{} pods in the store", reader.len()).into())
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let client = arguments[1].as_str();
    let wanted = Wanted {
        stripped: client.ends_with("-stripped"),
        folder: Path::new(&arguments[2]),
        way: &arguments[3],
        counts: arguments[4..].iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
    };
    let file = Kubeconfig::read_from(wanted.folder.join(if wanted.way == "whole" { "whole" } else { "pages" }))?;
    let config = Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
    let api = Client::try_from(config)?;
    if client.starts_with("dynamic") {
        let kind = ApiResource::erase::<Pod>(&());
        run(Api::<DynamicObject>::all_with(api, &kind), kind, &wanted).await
    } else {
        run(Api::<Pod>::all(api), (), &wanted).await
    }
}
