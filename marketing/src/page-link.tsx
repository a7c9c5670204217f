import type { Action } from './content/content-schemas.ts';
import { useHost } from './host-context.tsx';

interface PageLinkProps {
  action: Action;
  className: string;
  /** Added for screen reader users, who read links out of context: "Learn More" about what. */
  about?: string;
  /** Id of the heading that describes the link, if the link's name must stay as it is. */
  describedBy?: string;
}

/** A link to a page of this application. `content.test.ts` refuses one to a page that does not exist. */
export function PageLink({ action, className, about, describedBy }: PageLinkProps) {
  const { Link } = useHost();
  return (
    <Link to={action.to} className={className} aria-describedby={describedBy}>
      {about === undefined ? (
        action.label
      ) : (
        <>
          <span>{action.label}</span>
          <span className="sr-only">{` about ${about}`}</span>
        </>
      )}
    </Link>
  );
}
