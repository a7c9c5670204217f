import { Button } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { forgetSession } from '../../app/session-memory.ts';
import { clearQualificationDraft } from '../../features/qualify/flow/qualification-draft.ts';
import { ThemeChoice } from './theme-choice.tsx';

interface PortalHeaderProps {
  title: string;
  /** A line below the title. */
  detail: ReactNode;
  onHelp(): void;
  /** Other actions on this page. */
  children: ReactNode;
}

/** The title of a page, and the actions of every page. */
export function PortalHeader({ title, detail, onHelp, children }: PortalHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4">
      <div className="min-w-0 max-md:w-full">
        <h1 className="text-heading wrap-anywhere">{title}</h1>
        {detail === null ? null : <p className="text-sm wrap-anywhere text-muted">{detail}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:justify-between">
        <ThemeChoice />
        <Button variant="quiet" className="text-sm max-md:hidden" aria-haspopup="dialog" onClick={onHelp}>
          Shortcuts{' '}
          <span aria-hidden="true" className="rounded-control border border-control px-1.5 font-sans text-xs">
            ?
          </span>
        </Button>
        {children}
        <LogoutButton />
      </div>
    </header>
  );
}

function LogoutButton() {
  const { signOut, navigate } = useHostServices();

  function leave() {
    // In this browser the session ends at once. The server's answer may arrive after the person has moved on.
    void signOut();
    clearQualificationDraft();
    forgetSession();
    navigate('/');
  }

  return (
    <Button className="shrink-0 text-sm" onClick={leave}>
      Logout
    </Button>
  );
}
