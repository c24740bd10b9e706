import { beforeAll, describe, expect, test } from 'vitest';
import { LONG } from '../../support/effort.ts';
import { CASES, inTurn } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner, refusal } from '../../support/matrix/owner.ts';
import { isPaged } from '../../support/matrix/paged.ts';
import { filled } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import type { Sending } from '../../support/matrix/send.ts';
import { useService } from '../../support/service.ts';

/** The pages of every list. */
const PAGED = selected(CASES.filter(isPaged));
/** The largest pages where the contract has another number than 100 (REQ-56). */
const LARGEST: Record<string, number> = { '/api/v1/clients': 200, '/api/v1/suppliers': 200, '/api/v1/products': 200 };
const WRONG = ['0', '-1', '1.5', 'abc', '', '1e1', '0x1', '99999999999', '1,2', '%20', 'null'];
/** The number of values that are sent to an endpoint that is not the first. */
const SENT = LONG ? WRONG.length : 3;

const service = useService();
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'Pages');
});

describe('paging', () => {
  test('there are such endpoints', () => expect(PAGED.length).toBeGreaterThan(0));

  test.each(PAGED)('$title: page and limit are whole numbers from 1; a larger limit is lowered', async ({ name, definition }) => {
    const params = await owner.fixtures.target(definition);
    const query = (text: string): Partial<Sending> => ({ path: `${filled(definition.path, params)}?${text}` });
    const wrong = name === PAGED[0]?.name ? WRONG : inTurn(WRONG, SENT, name);
    const refused = wrong.flatMap(value =>
      ['page', 'limit'].map(async parameter => {
        const answer = await owner.ask(definition, params, query(`${parameter}=${value}`));
        expect(answer, `${parameter}=${value}`).toMatchObject(refusal(422, 'validation_error'));
        expect(answer.json, `${parameter}=${value}`).toMatchObject({
          error: { details: { [parameter]: [expect.any(String)] } },
        });
      }),
    );
    await Promise.all(refused);
    const largest = LARGEST[definition.path] ?? 100;
    const [byDefault, lowered, far] = await Promise.all(
      ['', `limit=1000`, `page=1000000&limit=${largest}`].map(text => owner.ask(definition, params, query(text))),
    );
    for (const answer of [byDefault, lowered, far]) expect(answer).toMatchObject({ status: 200 });
    if (Object.hasOwn(byDefault?.json as object, 'limit')) {
      expect(byDefault?.json).toMatchObject({ page: 1, limit: 20 });
      expect(lowered?.json).toMatchObject({ page: 1, limit: largest });
      expect(far?.json).toMatchObject({ page: 1_000_000, limit: largest });
      const path = filled(definition.path, params);
      expect(byDefault?.headers['link']).toContain(`<${path}?page=1&limit=20>; rel="first"`);
      expect(far?.headers['link']).toContain('; rel="prev"');
      expect(far?.headers['link']).not.toContain('; rel="next"');
    } else for (const answer of [byDefault, lowered, far]) expect(answer?.headers['link']).toBeUndefined();
  });
});
