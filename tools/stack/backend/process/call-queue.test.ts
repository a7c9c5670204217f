import { expect, test } from 'vitest';
import { CallQueue } from './call-queue.ts';

function drain(queue: CallQueue<string>): string[] {
  const calls: string[] = [];
  for (let turn = queue.next(); turn !== undefined; turn = queue.next()) calls.push(turn.call);
  return calls;
}

test('callers take turns, so a caller with many calls delays others by only one call', () => {
  const queue = new CallQueue<string>({ maxWaiting: 10, maxPerCaller: 10, maxRunningPerCaller: 10 });
  for (const call of ['a1', 'a2', 'a3']) queue.add('a', call);
  for (const call of ['b1', 'b2']) queue.add('b', call);
  queue.add('c', 'c1');
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the queue has one limit per caller and one limit for all', () => {
  const queue = new CallQueue<string>({ maxWaiting: 3, maxPerCaller: 2, maxRunningPerCaller: 10 });
  expect(['a1', 'a2', 'a3'].map((call) => queue.add('a', call))).toEqual([true, true, false]);
  expect(['b1', 'b2'].map((call) => queue.add('b', call))).toEqual([true, false]);
  expect(drain(queue)).toEqual(['a1', 'b1', 'a2']);
  expect(queue.add('a', 'a4')).toBe(true);
});

test('a withdrawn call frees its place', () => {
  const queue = new CallQueue<string>({ maxWaiting: 2, maxPerCaller: 2, maxRunningPerCaller: 10 });
  queue.add('a', 'a1');
  queue.add('a', 'a2');
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.add('b', 'b1')).toBe(true);
  expect(drain(queue)).toEqual(['a2', 'b1']);
  expect(queue.size).toBe(0);
});

test('only a limited number of calls of one caller run at once, and other callers continue', () => {
  const queue = new CallQueue<string>({ maxWaiting: 10, maxPerCaller: 10, maxRunningPerCaller: 2 });
  for (const call of ['a1', 'a2', 'a3', 'a4']) queue.add('a', call);
  queue.add('b', 'b1');
  const first = queue.next();
  expect([first?.call, ...drain(queue)]).toEqual(['a1', 'b1', 'a2']);
  first?.end();
  expect(drain(queue)).toEqual(['a3']);
  expect(queue.size).toBe(1);
});

test('a priority call neither counts nor waits for running calls', () => {
  const queue = new CallQueue<string>({ maxWaiting: 10, maxPerCaller: 10, maxRunningPerCaller: 1 });
  for (const call of ['a1', 'a2']) queue.add('a', call);
  queue.next();
  queue.addFirst('probe');
  expect(drain(queue)).toEqual(['probe']);
});

test('all waiting calls can be taken at once', () => {
  const queue = new CallQueue<string>({ maxWaiting: 10, maxPerCaller: 10, maxRunningPerCaller: 1 });
  for (const call of ['a1', 'a2']) queue.add('a', call);
  queue.next();
  queue.addFirst('probe');
  expect(queue.takeAll().toSorted()).toEqual(['a2', 'probe']);
  expect([queue.size, queue.next()]).toEqual([0, undefined]);
});
