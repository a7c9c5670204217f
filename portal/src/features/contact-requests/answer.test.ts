import { expect, test } from 'vitest';
import { answerMail } from './answer.tsx';

const REQUEST = {
  requestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@lovelace.example',
  message: 'Please call me.\n\nThank you.',
  createdAt: '2026-11-21T10:00:00Z',
};

function read(address: string) {
  const url = new URL(address);
  return {
    to: decodeURIComponent(url.pathname),
    names: [...url.searchParams.keys()],
    subject: url.searchParams.get('subject'),
    body: url.searchParams.get('body') ?? '',
  };
}

test('the answer greets the visitor, names the request and quotes it line by line', () => {
  const mail = read(answerMail(REQUEST, 'Corvane'));
  expect(mail.to).toBe('ada@lovelace.example');
  expect(mail.subject).toBe('Your request to Corvane (5F0C-1C1E)');
  expect(mail.body).toMatch(/^Hello Ada Lovelace,\r\n\r\n\r\n\r\nOn .+ you wrote:\r\n/);
  expect(mail.body.endsWith('> Please call me.\r\n>\r\n> Thank you.')).toBe(true);
});

test('text from the visitor cannot add a recipient, header or parameter', () => {
  const mail = read(
    answerMail(
      {
        ...REQUEST,
        firstName: 'A&bcc=x@y.example',
        lastName: null,
        email: 'a?cc=x@y.example',
        message: '&bcc=evil@y.example\r\nBcc: z',
      },
      'Corvane',
    ),
  );
  expect(mail.names).toEqual(['subject', 'body']);
  expect(mail.to).toBe('a?cc=x@y.example');
  expect(mail.body).toContain('> &bcc=evil@y.example');
});

test('a long request is shortened, because some mail programs refuse long addresses', () => {
  for (const message of ['x'.repeat(10_000), '漢'.repeat(5_000), '\n'.repeat(3_000), '😀'.repeat(2_000)]) {
    const address = answerMail({ ...REQUEST, message }, 'Corvane');
    expect(address.length).toBeLessThanOrEqual(1_900);
    expect(read(address).body.endsWith('…')).toBe(true);
  }
});

test('a request without name and message can be answered too', () => {
  const mail = read(answerMail({ ...REQUEST, firstName: '', lastName: null, message: '' }, 'Corvane'));
  expect(mail.body.startsWith('Hello,\r\n')).toBe(true);
  expect(mail.body).not.toContain('>');
});
