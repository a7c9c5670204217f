import type { SiteTag } from '@corvane/shared/brand/site-tag';
import type { AnalyticsEvent } from '@corvane/shared/contracts/remote/host-services';
import type { SessionStore } from '../session/session-store.ts';
import { TRACK_EVENT } from '../site-events/track.ts';
import { takeEarlyEvents } from './early-events.ts';

/** The name that the edge's policy allows while a tag is set: tools/gateway/security-headers.ts. */
const TRUSTED_TYPES_POLICY = 'host-tag';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** The tag's queue, filled before its script arrives. */
type TagWindow = Window & { dataLayer?: unknown[]; trustedTypes?: TrustedTypes };

let isLoaded = false;

/**
 * Loads a tag's script, once per page load. It passes on what `track` tells of anonymous visitors, except what we
 * only count: what it has told of this page load before the yes, and all from now on.
 */
export function loadTag(
  { scriptUrl, id }: SiteTag,
  session: Pick<SessionStore, 'getSnapshot'>,
  target: TagWindow = window,
): void {
  if (isLoaded) return;
  isLoaded = true;
  target.dataLayer ??= [];
  const { dataLayer } = target;
  // Such scripts tell a call from other entries by its type: the arguments of a function.
  function tell(..._call: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above
    dataLayer.push(arguments);
  }
  tell('js', new Date());
  tell('config', id);
  const tellEvent = ({ action, category, label }: AnalyticsEvent) => {
    if (category !== 'count') tell('event', action, { event_category: category, event_label: label });
  };
  for (const event of takeEarlyEvents()) tellEvent(event);
  target.document.addEventListener(TRACK_EVENT, (event) => {
    if (session.getSnapshot().status === 'anonymous')
      tellEvent((event as CustomEvent<AnalyticsEvent>).detail);
  });

  const policy = target.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, {
    createScriptURL(url) {
      if (url !== scriptUrl) throw new TypeError('Only the script of the tag');
      return url;
    },
  });
  const script = target.document.createElement('script');
  script.async = true;
  script.src = policy?.createScriptURL(scriptUrl) ?? scriptUrl;
  target.document.head.append(script);
}
