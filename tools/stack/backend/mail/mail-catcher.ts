import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the site sent, as `/_inbox/messages.json` shows it. */
export interface CaughtMail {
  id: string;
  /** UTC ISO 8601. */
  receivedAt: string;
  from: string;
  to: string[];
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

export interface MailCatcher {
  port: number;
  /** Newest first. */
  list(): CaughtMail[];
  find(id: string): CaughtMail | null;
  deleteAll(): void;
  close(): Promise<void>;
}

/** Largest mail taken, in bytes. */
const MAX_MAIL_BYTES = 2 * 1024 * 1024;

function readMail(file: string): CaughtMail | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CaughtMail;
  } catch {
    return null;
  }
}

/**
 * A mail server that delivers no mail: it stores what it receives below `dir`, for the inbox page. Listens only on
 * the loopback address, on a port chosen by the system.
 * @param isAllowed who may send, asked at each mail. Default: everyone, without signing in.
 */
export async function startMailCatcher(
  dir: string,
  isAllowed?: (user: string, password: string) => boolean,
): Promise<MailCatcher> {
  mkdirSync(dir, { recursive: true });
  const fileOf = (id: string) => join(dir, `${id}.json`);
  const names = () => readdirSync(dir).filter((name) => name.endsWith('.json'));

  const keep = async (raw: Buffer) => {
    const parsed = await PostalMime.parse(raw);
    const receivedAt = new Date().toISOString();
    // The name sorts by time, so listing needs no second index.
    const id = `${receivedAt.replace(/\D/g, '')}-${randomUUID().slice(0, 8)}`;
    const mail: CaughtMail = {
      id,
      receivedAt,
      from: parsed.from?.address ?? '',
      to: (parsed.to ?? []).map((entry) => entry.address ?? ''),
      replyTo: parsed.replyTo?.[0]?.address ?? null,
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
    };
    writeFileSync(`${fileOf(id)}.part`, JSON.stringify(mail), { mode: 0o600 });
    renameSync(`${fileOf(id)}.part`, fileOf(id));
  };

  const server = new SMTPServer({
    disabledCommands: isAllowed ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (isAllowed?.(username ?? '', password ?? '')) done(null, { user: username ?? '' });
      else done(new Error('Wrong user or password'));
    },
    size: MAX_MAIL_BYTES,
    logger: false,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('The mail is too large'));
        keep(Buffer.concat(parts)).then(
          () => done(),
          () => done(new Error('The mail cannot be kept')),
        );
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    port: (server.server.address() as AddressInfo).port,
    list: () =>
      names()
        .sort()
        .reverse()
        .flatMap((name) => readMail(join(dir, name)) ?? []),
    find: (id) => (/^[0-9a-f-]+$/.test(id) ? readMail(fileOf(id)) : null),
    deleteAll: () => {
      for (const name of names()) rmSync(join(dir, name), { force: true });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
