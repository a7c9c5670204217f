import {
  type CountEvent,
  type SiteEvent,
  type SiteEventsRequest,
  siteEventsRequestSchema,
} from '../../../shared/src/contracts/backend/site-events.ts';
import type { NewSiteEvents } from '../_shared/database/site-event-calls.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { SITE_EVENTS_PER_NETWORK, takeAttempt } from '../_shared/request/rate-limit.ts';
import { RequestError } from '../_shared/request/request-error.ts';
import { countsOf } from './counts-of.ts';

/** Above the longest valid batch: the most errors that one may hold, and failures with the longest names. */
const MAX_BODY_BYTES = 16 * 1024;

function toRow(event: Exclude<SiteEvent, CountEvent>): NewSiteEvents['events'][number] {
  switch (event.kind) {
    case 'web-vital':
      return event;
    case 'remote-failure': {
      const { version, ...failure } = event;
      return { ...failure, remote_version: version };
    }
    case 'page-error': {
      const { version, thrownIn, name, ...error } = event;
      return { ...error, application_version: version, thrown_in: thrownIn, error_name: name };
    }
  }
}

function toRows({ compositionId, versions, path, events }: SiteEventsRequest): NewSiteEvents {
  return {
    composition_id: compositionId,
    versions,
    path,
    events: events.filter((event) => event.kind !== 'count').map(toRow),
  };
}

/** Whole seconds until the day ends in UTC, at least 1. */
function secondsOfDayLeft(now: Date): number {
  const endsAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.ceil((endsAt - now.getTime()) / 1000);
}

/**
 * Stores what a browser reported about the versions it received. The caller is counted for the limit and then
 * forgotten: the database receives no address, agent or session.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint(
    'record-site-events',
    request,
    deps,
    async ({ body, correlationId }) => {
      // Global Privacy Control. Our pages send nothing then. If one does, nothing is stored.
      if (request.headers.get('sec-gpc') === '1') return { body: null };
      const batch = parseRequest(siteEventsRequestSchema, body);
      const rows = toRows(batch);
      await takeAttempt(
        deps.database,
        SITE_EVENTS_PER_NETWORK,
        (await callerOf(request, deps.config)).network,
      );
      const counts = countsOf(batch, { liveSite: await deps.liveSite(), siteUrl: deps.config.siteUrl });
      const areKept =
        (rows.events.length === 0 || (await deps.database.recordSiteEvents(rows))) &&
        (counts === null || (await deps.database.recordSiteCounts(counts)));
      if (!areKept) {
        deps.log({ level: 'warn', event: 'site_events_full', correlationId });
        throw new RequestError('rate_limited', 'The daily limit of events is reached.', {
          retryAfterSeconds: secondsOfDayLeft(deps.now()),
        });
      }
      return { body: null };
    },
    { maxBodyBytes: MAX_BODY_BYTES },
  );
}
