use std::{
    sync::mpsc::{Receiver, Sender, channel},
    time::Duration,
};

use super::*;

const ADA: u8 = 1;
const BOB: u8 = 2;

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(work)
}

fn load(work: &WorkerPool, class: Class) -> (usize, usize) {
    let load = work.load()[class as usize];
    (load.running, load.waiting)
}

/// Polls a future that cannot be ready yet.
async fn start<T>(work: &mut (impl Future<Output = T> + Unpin)) {
    std::future::poll_fn(|context| {
        assert!(std::pin::Pin::new(&mut *work).poll(context).is_pending(), "it waits");
        std::task::Poll::Ready(())
    })
    .await;
}

/// Work that reports when it begins and runs until it is released or cancelled.
fn busy(
    work: &WorkerPool,
    class: Class,
    caller: u8,
) -> (impl Future<Output = Result<bool, ServiceError>>, Receiver<()>, Sender<()>) {
    let ((started, has_started), (release, released)) = (channel(), channel::<()>());
    let work = work.on_behalf_of(CallerId::of(&caller));
    let doing = async move {
        work.run(class, move |cancel| {
            started.send(()).expect("the test listens");
            while !cancel.is_cancelled() {
                if released.recv_timeout(Duration::from_millis(1)).is_ok() {
                    return true;
                }
            }
            false
        })
        .await
    };
    (Box::pin(doing), has_started, release)
}

#[test]
fn a_panic_in_the_work_is_an_internal_error() {
    let work = WorkerPool::new(1);
    let result = block_on(work.run(Class::Quick, |_| -> u8 { panic!("on purpose") }));
    assert!(matches!(result, Err(ServiceError::Internal(_))));
    assert_eq!(block_on(work.run(Class::Quick, |_| 7)).ok(), Some(7));
    assert_eq!(load(&work, Class::Quick), (0, 0));
}

#[test]
fn the_next_part_of_long_work_always_gets_a_place() {
    let work = WorkerPool::bounded(1, 0);
    let all = async {
        tokio::join!(
            work.run_next(Class::Bulk, |_| 7),
            work.run_next(Class::Bulk, |_| 8),
            work.run_next(Class::Bulk, |_| 9)
        )
    };
    let (one, other, third) = block_on(all);
    assert_eq!((one.ok(), other.ok(), third.ok()), (Some(7), Some(8), Some(9)));
    assert_eq!(work.load()[Class::Bulk as usize].refused, 0);
}

#[test]
fn work_beyond_the_limit_is_refused_and_counted() {
    let work = WorkerPool::bounded(1, 0);
    block_on(async {
        let (mut first, started, release) = busy(&work, Class::Quick, ADA);
        start(&mut first).await;
        started.recv().expect("it begins");
        assert!(matches!(
            work.on_behalf_of(CallerId::of(&ADA)).run(Class::Quick, |_| 7).await,
            Err(ServiceError::Unavailable(_))
        ));
        release.send(()).expect("it waits");
        assert_eq!(first.await.ok(), Some(true));
        assert_eq!(work.on_behalf_of(CallerId::of(&ADA)).run(Class::Quick, |_| 7).await.ok(), Some(7));
    });
    assert_eq!(work.load()[Class::Quick as usize].refused, 1);
}

#[test]
fn one_caller_gets_half_of_the_places_and_the_next_starts_at_once() {
    let work = WorkerPool::new(1);
    block_on(async {
        let (mut first, started, release) = busy(&work, Class::Long, ADA);
        start(&mut first).await;
        started.recv().expect("it begins");
        let (mut second, second_started, _release) = busy(&work, Class::Long, ADA);
        start(&mut second).await;
        assert_eq!(load(&work, Class::Long), (1, 1));
        // Other callers start before it, and other classes are not affected.
        assert_eq!(work.on_behalf_of(CallerId::of(&BOB)).run(Class::Long, |_| 7).await.ok(), Some(7));
        assert_eq!(work.on_behalf_of(CallerId::of(&ADA)).run(Class::Read, |_| 8).await.ok(), Some(8));
        assert!(second_started.try_recv().is_err());
        release.send(()).expect("it waits");
        assert_eq!(first.await.ok(), Some(true));
        second_started.recv().expect("its turn comes");
    });
}

#[test]
fn one_caller_cannot_fill_the_queue() {
    let work = WorkerPool::bounded(1, 4);
    block_on(async {
        let mut all: Vec<_> = (0..3).map(|_| busy(&work, Class::Quick, ADA)).collect();
        for (one, ..) in &mut all {
            start(one).await;
        }
        let (fourth, ..) = busy(&work, Class::Quick, ADA);
        assert!(matches!(fourth.await, Err(ServiceError::Unavailable(_))));
        assert_eq!(work.on_behalf_of(CallerId::of(&BOB)).run(Class::Quick, |_| 7).await.ok(), Some(7));
    });
}

#[test]
fn work_whose_caller_has_gone_is_cancelled() {
    let work = WorkerPool::new(1);
    block_on(async {
        let (mut first, started, _release) = busy(&work, Class::Long, ADA);
        start(&mut first).await;
        started.recv().expect("it begins");
        let (mut second, second_started, _second_release) = busy(&work, Class::Long, ADA);
        start(&mut second).await;
        drop(second);
        assert_eq!(load(&work, Class::Long), (1, 0));
        drop(first);
        // Its place is free as soon as it notices.
        assert_eq!(work.on_behalf_of(CallerId::of(&ADA)).run(Class::Long, |_| 7).await.ok(), Some(7));
        assert!(second_started.recv().is_err(), "it never began");
    });
    assert_eq!(work.load()[Class::Long as usize].cancelled, 2);
}
