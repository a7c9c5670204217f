import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { smtpMail } from './smtp-mail.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A mail server that offers no TLS. @returns its port, and what it was told */
function plainServer(): Promise<{ port: number; told: string[] }> {
  const told: string[] = [];
  const listening = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example\r\n');
    socket.on('data', (data) => {
      const line = String(data).trim();
      told.push(line);
      if (/^EHLO/i.test(line)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH/i.test(line)) socket.write('235 ok\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('502 no\r\n');
    });
  });
  server = listening;
  return new Promise((resolve) =>
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      if (typeof address === 'object' && address !== null) resolve({ port: address.port, told });
    }),
  );
}

const SETTINGS = { isSecure: false, user: 'corvane', password: 'secret', from: 'a@corvane.example' };

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
