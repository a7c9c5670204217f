import { expect, test } from 'vitest';
import { refuseUnreadablePath } from './build-app.ts';

test.each(['/home/ada/c#/corvane', '/home/ada/what?/corvane'])('%s is refused with the reason', (folder) => {
  expect(() => refuseUnreadablePath(folder)).toThrow(`: ${folder}. Move or rename that folder.`);
});

test.each(['/home/ada/corvane', "/home/O'Brien/100 %/ä & b+c"])('%s is built', (folder) => {
  expect(() => refuseUnreadablePath(folder)).not.toThrow();
});
