import { expect, test } from 'vitest';
import { onFreePorts } from './free-ports.ts';

const IN_USE = new Error('bind() to 127.0.0.1:1 failed (98: Address already in use)');

test('a program whose port was taken meanwhile starts again on other ports', async () => {
  const tried: (readonly number[])[] = [];
  const started = await onFreePorts(2, async (...ports) => {
    tried.push(ports);
    if (tried.length === 1) throw IN_USE;
    return ports;
  });
  expect(started).toBe(tried[1]);
  expect(new Set(started).size).toBe(2);
});

test('another failure is not repeated, and a port that is always taken is one in the end', async () => {
  let starts = 0;
  const failing = (error: Error) =>
    onFreePorts(1, async () => {
      starts += 1;
      throw error;
    });
  await expect(failing(new Error('unknown directive'))).rejects.toThrow('unknown directive');
  expect(starts).toBe(1);
  await expect(failing(IN_USE)).rejects.toBe(IN_USE);
  expect(starts).toBe(6);
});
