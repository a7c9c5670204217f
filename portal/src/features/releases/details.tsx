import { counted } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../ui/facts/facts.tsx';
import { useSecret } from '../../ui/fields/secret-field.tsx';
import { failureWords, formatMs, formatSeconds, type ToldRelease, Untold } from './list.tsx';
import type { ReleaseCommand } from './release-rows.ts';

/** One version: where it comes from, what browsers saw of it, and the commands that change what is live. */
export function ReleaseDialog({ release, onClose }: { release: ToldRelease; onClose(): void }) {
  const { app, version, standing, change, figures, commands } = release;
  return (
    <PortalDialog onClose={onClose} title={`${app} ${version}`} isBeside startsAtTitle>
      <Facts>
        <Fact label="State">{standing.words}</Fact>
        {change === null ? null : (
          <>
            <Fact label="Since">
              <Moment at={change.at} />
            </Fact>
            <Fact label="Commit">{change.commit ?? 'not known'}</Fact>
            {change.person === undefined ? null : (
              <Fact label="Released by">{change.person || 'not known'}</Fact>
            )}
          </>
        )}
        {!figures ? (
          <Fact label="Failures">
            <Untold figures={figures} />
          </Fact>
        ) : (
          <>
            <Fact label="Failures">
              <span className="tabular">{`${failureWords(figures)}, in ${counted(figures.views, 'page load')}`}</span>
            </Fact>
            <Fact label="Largest part painted">{toldOr(figures.lcpMs, formatSeconds)}</Fact>
            <Fact label="Answer to a press">{toldOr(figures.inpMs, formatMs)}</Fact>
            <Fact label="Layout shift">{toldOr(figures.cls, (cls) => cls.toFixed(3))}</Fact>
          </>
        )}
      </Facts>
      <h3 className="mt-6 mb-1 font-sans text-base">Commands</h3>
      <p className="mb-3 text-sm text-muted">{`For the team of ${app}, in its clone. Nothing happens until someone runs one.`}</p>
      <ul className="flex flex-col gap-4">
        {commands.map((command) => (
          <li key={command.command}>
            <CommandLine {...command} />
          </li>
        ))}
      </ul>
    </PortalDialog>
  );
}

/** @param value of three page loads in four. Null without reports. */
function toldOr(value: number | null, words: (value: number) => string) {
  return value === null ? (
    <Untold figures={null} />
  ) : (
    <span className="tabular">{`${words(value)} or less in 3 of 4 page loads`}</span>
  );
}

/** The whole command is shown, on a phone too: its last word says which version it means. */
function CommandLine({ label, command }: ReleaseCommand) {
  const secret = useSecret<HTMLTextAreaElement>(command, 'command');
  return (
    <div className="flex flex-wrap items-end gap-2 md:flex-nowrap">
      <div className="min-w-0 grow">
        <Field label={label}>
          {(control) => (
            <textarea
              {...control}
              ref={secret.field}
              readOnly
              rows={2}
              spellCheck={false}
              className={`${CONTROL_CLASS} tabular field-sizing-content resize-none py-2.5 text-sm`}
              value={secret.value}
              onFocus={(event) => event.target.select()}
              onCopy={secret.onCopied}
            />
          )}
        </Field>
      </div>
      <Button className="shrink-0 text-sm max-md:w-full" onClick={secret.copy}>
        <span>{secret.isCopied ? 'Copy again' : 'Copy'}</span>
        <span className="sr-only">{` the command: ${label}`}</span>
      </Button>
    </div>
  );
}
