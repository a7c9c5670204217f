import { type DoctorCheck, right, wrong } from '../doctor-check.ts';
import { errorCode } from '../error-code.ts';

/** A table of the schema that the secret key could read, if the API exposed the schema. No people's data is in it. */
const TABLE = 'upkeep_runs';

export const PRIVATE_SCHEMA: DoctorCheck = {
  name: 'private-schema',
  asks: 'Does the API expose the schema public alone?',
  mend: 'Take `private` out of the exposed schemas (hosted: API settings; self-hosted: PGRST_DB_SCHEMAS=public), and reload the API.',
  async look(look) {
    const answer = await look.project(`/rest/v1/${TABLE}?select=job&limit=1`, {
      headers: { apikey: look.options.connection.secretKey, 'Accept-Profile': 'private' },
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return wrong('the API exposes the schema private');
    // 406: no such schema. 404: the API knows schemas by no name, and public has no such table.
    const isOfApi = errorCode(await answer.text()) !== null;
    if (isOfApi && (status === 406 || status === 404)) return right('private is not exposed');
    throw new Error(`a table of private answers ${status}`);
  },
};
