import { BROWSER_CALLS, FORM_MEDIA_TYPE, pathOf } from '@corvane/shared/contracts/backend/calls';
import {
  CONTACT_FORM_POST,
  CONTACT_MAX_BODY_BYTES,
} from '@corvane/shared/contracts/backend/contact/contact-form';
import { expect, test } from 'vitest';
import { describeEdges } from './describe-edges.ts';
import { expectEdgeError } from './expect-edge-error.ts';
import type { SeenRequest } from './fake-backend.ts';

describeEdges('forms', (edge, get) => {
  const timesAsked = () => edge().backend.seen.length;
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    get(path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': FORM_MEDIA_TYPE, ...headers },
      redirect: 'manual',
    });
  const { action, notSentPath } = CONTACT_FORM_POST;

  function expectRefusedForm(response: Response): void {
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(notSentPath);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }

  test('the form has the address of its call', () => {
    const takesForms = BROWSER_CALLS.filter(({ formRefusedPath }) => formRefusedPath !== null);
    expect(takesForms.map(({ name }) => pathOf(name))).toEqual([action]);
  });

  test.each([undefined, 'same-origin'])(
    'a form of this site reaches its call (Sec-Fetch-Site: %s)',
    async (from) => {
      const headers: Record<string, string> = from === undefined ? {} : { 'Sec-Fetch-Site': from };
      const response = await send(action, 'name=Ada', headers);
      expect(response.status).toBe(200);
      const seen = (await response.json()) as SeenRequest;
      expect(seen.body).toBe('name=Ada');
      expect(seen.headers['content-type']).toBe(FORM_MEDIA_TYPE);
    },
  );

  test.each(['cross-site', 'same-site', 'none', 'same-origin cross-site'])(
    'a form from elsewhere is refused (Sec-Fetch-Site: %s)',
    async (from) => {
      const before = timesAsked();
      await expectEdgeError(await send(action, 'name=Ada', { 'Sec-Fetch-Site': from }), 415);
      expect(timesAsked()).toBe(before);
    },
  );

  test('a browser that does not say from where names the origin', async () => {
    const own = await send(action, 'name=Ada', { Origin: new URL(edge().url).origin });
    expect(own.status).toBe(200);
    const before = timesAsked();
    for (const origin of [
      'http://evil.example',
      'null',
      'http://localhost',
      `${new URL(edge().url).origin}.x`,
    ]) {
      await expectEdgeError(await send(action, 'name=Ada', { Origin: origin }), 415);
    }
    expect(timesAsked()).toBe(before);
  });

  test('no other call takes a form', async () => {
    const before = timesAsked();
    for (const call of BROWSER_CALLS.filter(({ formRefusedPath }) => formRefusedPath === null)) {
      await expectEdgeError(await send(pathOf(call.name), 'name=Ada'), 415);
    }
    expect(timesAsked()).toBe(before);
  });

  test.each(['multipart/form-data; boundary=x', 'text/plain', `${FORM_MEDIA_TYPE}x`])(
    'a form of type %s is refused',
    async (type) => {
      await expectEdgeError(await send(action, 'name=Ada', { 'Content-Type': type }), 415);
    },
  );

  test('a person whose form is too long, or gets no answer, is led to a page that says so', async () => {
    expectRefusedForm(await send(action, `message=${'x'.repeat(CONTACT_MAX_BODY_BYTES)}`));
    expectRefusedForm(await send(action, 'drop'));
  });
});
