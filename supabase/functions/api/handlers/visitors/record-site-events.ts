import type {
  CountEvent,
  SiteEvent,
  SiteEventsRequest,
} from '../../../../../shared/src/contracts/backend/site-events.ts';
import type { NewSiteEvents } from '../../database/site-event-calls.ts';
import type { Handler } from '../../request/endpoint.ts';
import { RequestError } from '../../request-error.ts';
import { countsOf } from './counts-of.ts';

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
 * forgotten: the database stores no address, agent or session.
 */
export const recordSiteEvents: Handler<'record-site-events'> = async (
  { body: batch, caller, correlationId, request },
  deps,
) => {
  // Global Privacy Control. Our pages send nothing then. If one does, nothing is stored.
  if (request.headers.get('sec-gpc') === '1') return { body: null };
  const rows = toRows(batch);
  const counts = countsOf(batch, { liveSite: await deps.liveSite(), siteUrl: deps.config.siteUrl });
  if (!(await deps.database.recordSiteEvents(rows, counts, caller.network))) {
    deps.log({ level: 'warn', event: 'site_events_full', correlationId });
    throw new RequestError('rate_limited', 'The daily limit of events is reached.', {
      retryAfterSeconds: secondsOfDayLeft(deps.now()),
    });
  }
  return { body: null };
};
