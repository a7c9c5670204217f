import type { SalesRep } from '@corvane/shared/contracts/remote/session';
import { Button } from '@corvane/shared/ui/button';
import { useHostServices } from '../../app/host-services-context.tsx';
import { forgetSessionQueries } from '../../app/session-query-client.ts';
import { clearQualificationDraft } from '../../features/qualify/flow/qualification-draft.ts';
import { ThemeChoice } from './theme-choice.tsx';
import type { Theme } from './use-theme.ts';

interface PortalHeaderProps {
  rep: SalesRep;
  theme: Theme;
  onTheme(theme: Theme): void;
  onHelp(): void;
  onAccount(): void;
}

export function PortalHeader({ rep, theme, onTheme, onHelp, onAccount }: PortalHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4">
      <div className="min-w-0 max-md:w-full">
        <h1 className="text-heading wrap-anywhere">Welcome, {rep.name}</h1>
        {rep.name === rep.email ? null : <p className="text-sm wrap-anywhere text-muted">{rep.email}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:justify-between">
        <ThemeChoice theme={theme} onChange={onTheme} />
        <Button variant="quiet" className="text-sm max-md:hidden" aria-haspopup="dialog" onClick={onHelp}>
          Shortcuts{' '}
          <span aria-hidden="true" className="rounded-control border border-control px-1.5 font-sans text-xs">
            ?
          </span>
        </Button>
        <Button variant="quiet" className="text-sm" aria-haspopup="dialog" onClick={onAccount}>
          Account
        </Button>
        <LogoutButton />
      </div>
    </header>
  );
}

function LogoutButton() {
  const { signOut, navigate } = useHostServices();

  function leave() {
    // In this browser the session is over at once. The server's answer may arrive after the person has moved on.
    void signOut();
    clearQualificationDraft();
    forgetSessionQueries();
    navigate('/');
  }

  return (
    <Button className="shrink-0 text-sm" onClick={leave}>
      Logout
    </Button>
  );
}
