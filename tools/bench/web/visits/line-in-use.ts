/** The part of a DevTools session that says which requests are under way. */
interface NetworkEvents {
  on(
    event: 'Network.requestWillBeSent' | 'Network.loadingFinished' | 'Network.loadingFailed',
    listener: (event: { requestId: string }) => void,
  ): unknown;
}

/** Which requests of a page are under way. On a slow line one may take longer than a page that has ended is quiet. */
export class LineInUse {
  readonly #underWay = new Set<string>();
  #onFree = () => {};

  constructor(client: NetworkEvents) {
    client.on('Network.requestWillBeSent', ({ requestId }) => this.#underWay.add(requestId));
    const end = ({ requestId }: { requestId: string }) => {
      this.#underWay.delete(requestId);
      if (this.#underWay.size === 0) this.#onFree();
    };
    client.on('Network.loadingFinished', end);
    client.on('Network.loadingFailed', end);
  }

  /**
   * Takes the figures of a quiet page again until nothing was under way while they were taken.
   * @throws when a request is still under way after `limitMs`
   */
  async atRest<T>(take: () => Promise<T>, limitMs: number): Promise<T> {
    for (;;) {
      const figures = await take();
      if (this.#underWay.size === 0) return figures;
      await this.#free(limitMs);
    }
  }

  #free(limitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('A request of the page never ended')), limitMs);
      this.#onFree = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
