import { PageLink } from '../page-link.tsx';

/** Breadcrumb of a service's page: a link to all services, then the service's name. */
export function Breadcrumb({ name }: { name: string }) {
  return (
    <nav aria-label="Breadcrumb" className="font-medium text-teal">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <PageLink
            action={{ label: 'Services', to: '/services' }}
            className="inline-flex min-h-11 items-center text-teal underline underline-offset-4"
          />
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  );
}
