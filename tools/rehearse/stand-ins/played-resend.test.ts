// @module-tag deep
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { type CertificateAuthority, makeAuthority } from './certificate-authority.ts';
import { type PlayedResend, playResend } from './played-resend.ts';

let authority: CertificateAuthority;
let resend: PlayedResend;
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-resend-'));
  authority = await makeAuthority(path.join(folder, 'authority'));
  resend = await playResend(authority, path.join(folder, 'resend'));
  resend.keys.add('re_good');
});
afterEach(() => resend.close());

/** Sends a mail as the functions do, in Deno, with their own code. @returns `sent`, or what the transport said */
function send(apiKey: string, trusted: string): Promise<string> {
  const transport = path.join(WORKSPACE_ROOT, 'supabase/functions/api/mail/resend-mail.ts');
  const program = `import { resendMail } from ${JSON.stringify(transport)};
const mail = resendMail({ apiKey: ${JSON.stringify(apiKey)}, from: 'a@corvane.example' });
try {
  await mail.check();
  await mail.send({ to: 'grace@customer.example', subject: 's', text: 't', html: 'h' });
  console.log('sent');
} catch (error) {
  console.log(error.code ?? error.name);
}`;
  const { PATH = '', HOME = '' } = process.env;
  const deno = spawn('deno', ['run', '--quiet', '--no-lock', '--allow-net', '-'], {
    cwd: path.join(WORKSPACE_ROOT, 'supabase/functions/api'),
    env: { PATH, HOME, NODE_EXTRA_CA_CERTS: trusted, ...resend.environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  deno.stdin.end(program);
  let said = '';
  deno.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  return new Promise((resolve, reject) => {
    deno.once('error', reject);
    deno.once('close', () => resolve(said.trim()));
  });
}

test("the functions' own transport reaches it under Resend's name, with a key that it takes", async () => {
  expect(await send('re_good', authority.file)).toBe('sent');
  expect([resend.accepted(), resend.refused()]).toEqual([1, 0]);
});

test('a key that was deleted is refused, and counted', async () => {
  resend.keys.delete('re_good');
  expect(await send('re_good', authority.file)).toBe('403');
  expect([resend.accepted(), resend.refused()]).toEqual([0, 1]);
});

test('a program that does not trust the authority sends it nothing', async () => {
  expect(await send('re_good', '')).toBe('TypeError');
  expect([resend.accepted(), resend.refused()]).toEqual([0, 0]);
});
