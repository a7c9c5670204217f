import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { onTestFinished } from 'vitest';
import { DonePlace } from '../app/done.tsx';
import { HostServicesProvider } from '../app/host-services-context.tsx';
import { forgetSessionQueries, queryClientForSession } from '../app/session-query-client.ts';
import { fakeHost, REP_SESSION } from './fake-host.tsx';
import { type Mounted, mount } from './mount.tsx';

export type Handlers = Parameters<typeof fakeHost>[0];

/** A test host whose address follows the portal's navigation. The session's cache ends with the test. */
export class RoutedHost {
  readonly #fake;
  readonly #listeners = new Set<() => void>();
  #services;
  #undrawn: (() => void)[] | null = null;

  constructor(handlers: Handlers, search = '', session = REP_SESSION) {
    this.#fake = fakeHost(handlers, { search, session });
    window.history.replaceState(null, '', `${this.#fake.services.location.pathname}${search}`);
    this.#services = { ...this.#fake.services, navigate: (to: string) => this.#go(to) };
    onTestFinished(() => forgetSessionQueries());
  }

  get search(): string {
    return this.#services.location.search;
  }

  get calls() {
    return this.#fake.calls;
  }

  get toasts() {
    return this.#fake.toasts;
  }

  /** The body of each call with this name. */
  bodies(name: string): unknown[] {
    return this.calls.filter((call) => call.name === name).map(({ body }) => body);
  }

  /** From now on the page follows an address only after `drawNext`, as when React is busy. */
  drawLate() {
    this.#undrawn = [];
  }

  drawNext() {
    this.#undrawn?.shift()?.();
  }

  /** As the browser's buttons Back and Forward do. @param search query string */
  visit(search: string) {
    this.#go(`${window.location.pathname}${search}`);
  }

  #go(to: string) {
    window.history.replaceState(null, '', to);
    const { pathname, search, hash } = window.location;
    const draw = () => {
      this.#services = { ...this.#services, location: { pathname, search, hash, state: null } };
      for (const listener of this.#listeners) listener();
    };
    if (this.#undrawn === null) draw();
    else this.#undrawn.push(draw);
  }

  readonly Provider = ({ children }: { children: ReactNode }) => {
    const services = useSyncExternalStore(
      (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      () => this.#services,
    );
    return <HostServicesProvider host={services}>{children}</HostServicesProvider>;
  };

  /** Mounts a part of the portal in this host as in a tab, with the cache of a session. */
  mount(part: ReactNode): Promise<Mounted> {
    return mount(
      <this.Provider>
        <QueryClientProvider client={queryClientForSession('test')}>
          <OwnerRoot owner="portal">
            <DonePlace>{part}</DonePlace>
          </OwnerRoot>
        </QueryClientProvider>
      </this.Provider>,
    );
  }
}
