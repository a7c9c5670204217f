import type { RepSettings } from '@corvane/shared/contracts/backend/representatives/rep-account';
import { SERVED_PARTS_ATTRIBUTE, SERVED_PARTS_EVENT } from '@corvane/shared/contracts/remote/served-parts';
import { Alert } from '@corvane/shared/ui/alert';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices, useRepSession } from '../../app/host-services-context.tsx';
import { repSettingsQuery, saveSettings } from '../../app/rep-settings.ts';
import { SessionQueries } from '../../app/session-queries.tsx';
import { failureWords } from '../../lib/failure-words.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { LiveSessions } from '../../ui/facts/live-sessions.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { endSessions, liveSessionsQuery, SESSIONS_KEY } from './api.ts';

/** Settings of a rep: which news and requests they get, where they are signed in, and which versions they see. */
export function AccountDialog({ onClose }: { onClose(): void }) {
  return (
    <SessionQueries>
      <PortalDialog onClose={onClose} title="Account" startsAtTitle>
        <div className="-mt-3 text-sm">
          <h3 className="mb-2 font-sans text-base">News and requests</h3>
          <OwnSettings />
          <h3 className="mt-6 mb-2 font-sans text-base">Where you are signed in</h3>
          <SessionsList />
          <h3 className="mt-6 mb-2 font-sans text-base">Versions</h3>
          <ServedPartsChoice />
        </div>
      </PortalDialog>
    </SessionQueries>
  );
}

/** What the rep decides alone. A change is stored at once. */
function OwnSettings() {
  const { api } = useHostServices();
  const settings = useQuery(repSettingsQuery(api));
  return (
    <QueryState query={settings} what="your settings" skeleton="h-11">
      {({ requestsPaused }) => (
        <>
          <SettingChoice name="mailOnOpening">
            Email me when a customer first opens an access link
          </SettingChoice>
          <SettingChoice name="mailOnWork">
            Email me about new work: requests, quotes, handovers, and questions about statements
          </SettingChoice>
          <SettingChoice name="mailOnMonday">
            Email me on Mondays what happened in the week before
          </SettingChoice>
          <SettingChoice name="toastOnNews">
            Show new requests and opened links in the open portal as they happen
          </SettingChoice>
          {requestsPaused === null ? null : (
            <SettingChoice name="requestsPaused">
              Pause new requests, which you get in turn with others
            </SettingChoice>
          )}
        </>
      )}
    </QueryState>
  );
}

interface SettingChoiceProps {
  name: keyof RepSettings;
  children: string;
}

function SettingChoice({ name, children }: SettingChoiceProps) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  // Read here, not passed down: the tick and 'Saved' must come in one render.
  const { data: settings } = useQuery(repSettingsQuery(api));
  const save = useMutation({
    mutationFn: (wanted: boolean) => saveSettings(api, { [name]: wanted }),
    onSuccess: async (saved) => {
      // Settings that were read before the change must not replace it.
      const { queryKey } = repSettingsQuery(api);
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, saved);
    },
  });
  return (
    <>
      {save.isError ? <Alert tone="error" title={failureWords(save.error)} /> : null}
      <Choice
        name={name}
        isOn={save.isPending ? save.variables : settings?.[name] === true}
        onChange={(wanted) => {
          if (!save.isPending) save.mutate(wanted);
        }}
      >
        {children}
      </Choice>
      <p role="status" className="text-muted">
        {save.isPending ? 'Saving' : save.isSuccess ? 'Saved' : ''}
      </p>
    </>
  );
}

/** Whether every page says which application and version serves each of its parts. The host draws that, and remembers it. */
function ServedPartsChoice() {
  const [isOn, setOn] = useState(() => document.documentElement.hasAttribute(SERVED_PARTS_ATTRIBUTE));
  return (
    <Choice
      name="served-parts"
      isOn={isOn}
      onChange={(wanted) => {
        setOn(wanted);
        document.dispatchEvent(new CustomEvent(SERVED_PARTS_EVENT, { detail: wanted }));
      }}
    >
      Show on every page which application and version serves each part
    </Choice>
  );
}

interface ChoiceProps {
  name: string;
  isOn: boolean;
  onChange(wanted: boolean): void;
  children: string;
}

function Choice({ name, isOn, onChange, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name={name}
        className="size-4 shrink-0 accent-teal"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

/** Where the rep is signed in, with a button to end each other session. For this browser there is Logout. */
function SessionsList() {
  const { api } = useHostServices();
  const { sessionId } = useRepSession();
  return (
    <LiveSessions
      query={useQuery(liveSessionsQuery(api))}
      what="your sessions"
      isHere={({ id }) => id === sessionId}
      mutationKey={['account', 'end-sessions']}
      staleKey={SESSIONS_KEY}
      end={(endedId) => endSessions(api, endedId)}
      failureWords={(error) => failureWords(error, { not_found: 'This session is not yours.' })}
    />
  );
}
