import { expect, test } from 'vitest';
import { headerText } from './mail.ts';

test("an encoded word in a subject ends no line in a reader's program", () => {
  expect(headerText('=?utf-8?Q?=0D=0ABcc:_x@evil.example?= B')).not.toContain('=?');
});
