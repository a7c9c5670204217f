import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isUnsent } from './is-unsent.ts';
import { encryptionFor, smtpMail } from './smtp-mail.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/**
 * A mail server that offers no TLS.
 * @param toRecipient what it answers to the sender and the recipient, as `toText` to the mail. Null: it hangs up
 * @returns its port, and what it was told
 */
function plainServer(
  toRecipient = '250 ok',
  toText: string | null = '250 taken',
): Promise<{ port: number; told: string[] }> {
  const told: string[] = [];
  const listening = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example\r\n');
    let isText = false;
    socket.on('data', (data) => {
      const line = String(data).trim();
      told.push(line);
      if (isText) {
        if (!/^\.$/m.test(line)) return;
        isText = false;
        if (toText === null) socket.destroy();
        else socket.write(`${toText}\r\n`);
      } else if (/^(MAIL|RCPT)/i.test(line)) socket.write(`${toRecipient}\r\n`);
      else if (/^DATA/i.test(line)) {
        isText = true;
        socket.write('354 go on\r\n');
      } else if (/^EHLO/i.test(line)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH/i.test(line)) socket.write('235 ok\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('502 no\r\n');
    });
  });
  server = listening;
  return listenOn(listening).then((port) => ({ port, told }));
}

/** @returns the port */
function listenOn(listening: Server): Promise<number> {
  return new Promise((resolve) =>
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    }),
  );
}

const SETTINGS = { user: 'corvane', password: 'secret', from: 'a@corvane.example' };

/** Regression: the password and every code went out in the clear when the answer about STARTTLS was taken out. */
test('another machine without TLS gets neither password nor mail', async () => {
  const { port, told } = await plainServer();
  // Reaches this machine, though its name does not say so.
  const mail = smtpMail({ ...SETTINGS, host: '0.0.0.0', port });
  await expect(mail.check?.()).rejects.toThrow();
  expect(told.join('\n')).toMatch(/STARTTLS/);
  expect(told.join('\n')).not.toMatch(/AUTH PLAIN \S/);
});

test('a relay on this machine needs no TLS', async () => {
  const { port, told } = await plainServer();
  await smtpMail({ ...SETTINGS, host: '127.0.0.1', port }).check?.();
  expect(told.join('\n')).toMatch(/AUTH PLAIN \S/);
});

test.each([
  ['mail.example', 465, { secure: true, requireTLS: false }],
  ['mail.example', 587, { secure: false, requireTLS: true }],
  ['localhost', 587, { secure: false, requireTLS: false }],
])('%s is spoken to at port %i with %o', (host, port, expected) => {
  expect(encryptionFor({ host, port })).toEqual(expected);
});

/** What the server may have stays counted: otherwise a slow one would send a mailbox any number of codes. */
test.each<[string, boolean | 'sent', string?, (string | null)?]>([
  ['that refuses the recipient', true, '550 unknown'],
  ['that refuses the text', true, '250 ok', '554 no'],
  ['whose answer is lost', false, '250 ok', null],
  ['that takes it', 'sent'],
])('a mail for a server %s is surely unsent: %s', async (_, expected, ...answers) => {
  const { port } = await plainServer(...answers);
  expect(await sendTo(port)).toBe(expected);
});

test('a mail for a server that cannot be reached is surely unsent', async () => {
  expect(await sendTo(9)).toBe(true);
});

/** Regression: each step had its own limit, and a call with a mail outlasted the browser that waited for it. */
test('a mail server that always has another line is not waited for, and may have the mail', async () => {
  const listening = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example\r\n');
    const lines = setInterval(() => socket.write('250-more\r\n'), 5);
    socket.on('close', () => clearInterval(lines));
  });
  server = listening;
  const port = await listenOn(listening);
  expect(await sendTo(port, 50)).toBe(false);
});

/** @returns whether the mail is surely unsent */
const sendTo = (port: number, timeoutMs?: number) =>
  smtpMail({ ...SETTINGS, host: '127.0.0.1', port }, timeoutMs)
    .send({ to: 'ada@engine.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
    .then(() => 'sent', isUnsent);
