import { APPS } from '@corvane/tools/workspace/apps';
import { RETENTION } from '../change/prune/prune.ts';
import { CANARY_MAX_PERCENT } from '../store/site-state.ts';

export const RELEASE_HELP = `Releases one application alone, and rolls it back.

  release <application>               builds it, tests the site with it in a browser, makes it live
  release <application> --preview     builds and tests it at an unguessable address; nothing goes live
  release <application> --behind      releases a commit that does not contain the live one
  release <application> --insist 'why'
                                      releases a commit that contains one that was taken back, or on unsigned live pages
  release <application> --canary 10   makes it live for this percentage of the visitors, at most ${CANARY_MAX_PERCENT}
  release <application> --canary 10 --decide [--hours 24]
                                      waits for reports from browsers, then promotes or aborts it
  release promote <application> [percent]
                                      makes its canary live for all visitors, or for this percentage
  release decide                      looks once at each canary: promotes it, aborts it or leaves it, for a timer
  release abort <application>         ends its canary for all visitors
  release rollback <application> [version]
                                      goes back to a version that was live, by default the one before
  release rollback <application> --live
                                      does so while a canary of it is running, and ends the canary
  release bad <application> <version> '<why>'
                                      prevents a version from going live in any way
  release good <application> <version>
                                      takes that back
  release restore <state>             restores the whole site of an earlier state, even if the live state is broken
  release list [application]          lists versions, their history, and the latest changes
  release notes [application]         shows who changed what: commits and their subject lines
  release diff <application> [version]
                                      shows what a release of the work tree, or of that version, would change
  release stats [--hours 24]          shows speed and failures of each version, as browsers reported them
  release stats [--days 28] [--json]  shows visits, pages, sources, campaigns and requests as well, also as JSON
  release remove <remote> [--to /path]
                                      takes a remote off the site; its pages lead to the path, by default to /
  release end-preview <address>       ends a preview before its week is over
  release override <remote> <version | address of a preview | http://localhost:port>
                                      prints an address that shows it in one tab, for a day
  release override-key                makes the site's key for that; overrides of the key before end
  release keys                        lists the keys that sign releases; without any, releases are not signed
  release signing-key <application>   makes a key for the releases of one application
  release revoke-key <application> <key>
                                      takes a key off: what it alone signed goes live no more
  release policy <application | web | prune> [--preview]
                                      prints what a credential of the bucket may do: release, preview, follow or prune
  release errors <application> [--hours 24]
                                      shows errors in use: how often, on which pages, and the source lines
  release prune [--dry-run]           removes versions; keeps the last ${RETENTION.versions} that were live, and those live in the last ${RETENTION.days} days
  release pull <directory>            fetches the site of a bucket into a directory, as a document root

  <application> is one of: ${APPS.join(', ')}
  --build <directory>  releases a finished build, with client/ and server/ in it

Where releases go comes from the environment:

  RELEASE_DESTINATION        a document root or s3://<bucket>/<prefix>; default: the local stack
  S3_ENDPOINT, AWS_REGION    address of a bucket outside Amazon; credentials as the AWS tools read them
  SITE_URL, API_URL, SUPABASE_PUBLISHABLE_KEY
                             settings of the pages; set them once, the site stores them
  RELEASE_WEBHOOK_URL        is told of each change, by a POST with JSON; stored as well
  RELEASE_SIGNING_KEY        private key that signs the release and new pages, as release signing-key printed it
  RELEASE_INSIST             reason, as of --insist, for a pipeline
  OVERRIDE_KEY               private key that signs overrides, as release override-key printed it
`;
