import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { windowKey } from '#shared/platform/lambda/limits/sliding-window.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { LONG } from '../../support/effort.ts';
import { checkedSender, type Definition, GUARDED, inTurn, requestAs, scopeOf } from '../../support/matrix/endpoints.ts';
import { framed, type Framed, OF_CREDIT_NOTES, referenced } from '../../support/matrix/own-references.ts';
import { placed, type Reference, referencesOf } from '../../support/matrix/references.ts';
import { selected } from '../../support/selection/selected.ts';
import { comparable, type RawAnswer, type Send } from '../../support/matrix/send.ts';
import { type Neighbourhood, openNeighbourhood } from '../../support/matrix/strangers.ts';
import { type Scope, useOwnService } from '../../support/service.ts';

/**
 * * Sends records of others to every endpoint whose body or query names records: the response is that for an unknown id, to every caller.
 * An own record gets another response, so the compared responses depend on the id alone.
 */
const service = useOwnService();
let near: Neighbourhood;
let send: Send;

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  send = checkedSender(service().url);
  near = await openNeighbourhood(service());
});

type Named = Reference & { template: string };
interface Asking {
  title: string;
  name: string;
  definition: Definition;
  /** An error, which the test throws, if there is no record for one of them. */
  references: Named[] | Error;
  frame: (scope: Scope, reference: Reference) => Promise<Framed>;
}

/** References for which no record makes a difference, with the reason. */
const NEVER_LOOKED_UP: Record<string, string> = {
  'POST /api/v1/products categoryId': 'no endpoint makes categories',
  'PATCH /api/v1/products/{uuid} categoryId': 'no endpoint makes categories',
  'GET /api/v1/products categoryId': 'no endpoint makes categories',
  ...Object.fromEntries(
    ['POST /api/v1/companies', 'PATCH /api/v1/companies/{uuid}'].flatMap(title =>
      ['partnerId', 'productId'].map(id => [`${title} accountMapping.0.${id}`, 'a rule with another id never applies']),
    ),
  ),
  'PUT /api/v1/invoices/{uuid} of a credit note clientId': 'cannot change: 422 for every other id',
  'PUT /api/v1/invoices/{uuid} of a credit note parentDocumentId': 'cannot change: 422 for every other id',
};

/** Requests that change something and are accepted whatever they name: the response says which of the ids exist. */
const ACCEPTED = [
  ...['clients', 'products', 'suppliers'].map(name => `POST /api/v1/${name}/bulk-delete ids.0`),
  'POST /api/v1/invoices/bulk-submit ids.0',
];

/** Own records that are found and still rejected, with the status. */
const REFUSED_LATER: Record<string, number> = {
  // It is not the client of the credited invoice.
  'POST /api/v1/invoices of a credit note clientId': 422,
};

/** An invoice is numbered in `documentSeriesId`, and all its lines are replaced. */
const OF_CREDIT_NOTES_ALONE = ['seriesId', 'lines.0.uuid'];

const asking: Asking[] = (
  await Promise.all(
    GUARDED.map(async ({ title, name, definition }): Promise<Asking[]> => {
      const all = await referencesOf(definition).catch((error: unknown) => error as Error);
      const references = all instanceof Error ? all : all.filter((one): one is Named => one.template !== null);
      if (!(references instanceof Error) && references.length === 0) return [];
      const one: Asking = {
        ...{ title, name, definition, references },
        frame: (scope, reference) => framed(service(), scope, definition, reference),
      };
      const ofCreditNote = OF_CREDIT_NOTES[title];
      if (!ofCreditNote || references instanceof Error) return [one];
      return [
        { ...one, references: references.filter(({ place }) => !OF_CREDIT_NOTES_ALONE.includes(place)) },
        {
          ...one,
          title: `${title} of a credit note`,
          references: references.filter(({ place }) => place !== 'documentSeriesId'),
          frame: scope => ofCreditNote(service(), scope),
        },
      ];
    }),
  )
).flat();

const looked = ({ title, references }: Asking): Named[] => {
  if (references instanceof Error) throw references;
  return references.filter(({ place }) => NEVER_LOOKED_UP[`${title} ${place}`] === undefined);
};

interface Asker {
  authorization: string;
  company: string;
}

/** A request with an id in a place; the response without the id that it repeats. */
async function ask(
  definition: Definition,
  { authorization, company }: Asker,
  { params, body, company: other }: Framed,
  { part, place }: Reference,
  id: string,
): Promise<RawAnswer> {
  const sent = part === 'body' ? placed(body, place, id) : body;
  const request = requestAs(definition, { authorization, names: other ?? company }, params, sent);
  const answer = await send({ ...request, path: request.path + (part === 'query' ? `?${place}=${id}` : '') });
  // The response of a limit would be the same for every id.
  expect([401, 405, 413, 429, 500], `${request.method} ${request.path} → ${answer.text}`).not.toContain(answer.status);
  return { ...answer, text: answer.text.replaceAll(id, 'ID') };
}

/** A company may request a limited number of exports an hour. */
const forgetExports = (...companies: string[]): Promise<void> =>
  transact(companies.flatMap(company => [remove(windowKey(`csv#${company}`)), remove(windowKey(`zip#${company}`))]));

const ownerOf = ({ token, company }: Scope): Asker => ({ authorization: `Bearer ${token}`, company });

/** A request, and a record that it may name. */
interface Made {
  request: Framed;
  id: string;
}

/** The number of strangers that send each reference. */
const ASKING = LONG ? 4 : 2;

describe('the id of a record of others in the body or the query gets the response for an unknown id', () => {
  test.each(selected(asking))('$title', async one => {
    const { definition, name, title, frame } = one;
    const scopes = [near.victim, near.stranger, near.sister].map(scopeOf) as [Scope, Scope, Scope];
    const owner = ownerOf(scopes[0]);
    for (const reference of looked(one)) {
      const at = `${title} ${reference.place}`;
      const made = scopes.map(async scope => {
        const request = await frame(scope, reference);
        return { request, id: await referenced(service(), scope, definition, reference, request) };
      });
      const [own, foreign, sisters] = (await Promise.all(made)) as [Made, Made, Made];
      await forgetExports(...scopes.map(({ company }) => company));
      const isCompany = reference.template === '/api/v1/companies/{uuid}';
      const asked = [randomUUID(), randomUUID(), foreign.id, ...(isCompany ? [] : [sisters.id])];
      const answers = await Promise.all(asked.map(id => ask(definition, owner, own.request, reference, id)));
      const [unknown, ...others] = answers.map(comparable);
      expect(others, at).toEqual(others.map(() => unknown));
      if (definition.method !== 'GET' && !ACCEPTED.includes(at))
        for (const { status } of answers) expect([403, 404, 422], at).toContain(status);

      for (const stranger of inTurn(near.all, ASKING, name)) {
        const { request } = stranger.isColleague ? sisters : foreign;
        const [nobodys, victims] = await Promise.all(
          [randomUUID(), own.id].map(async id => comparable(await ask(definition, stranger, request, reference, id))),
        );
        expect(victims, `${at} by ${stranger.name}`).toBe(nobodys);
      }

      // With the own id the same request gets another response.
      const answer = await ask(definition, owner, own.request, reference, own.id);
      expect(comparable(answer), at).not.toBe(unknown);
      const later = REFUSED_LATER[at];
      if (later !== undefined) expect(answer.status, at).toBe(later);
      else expect(answer.status, `${at} → ${answer.status} ${answer.text}`).toBeLessThan(400);
    }
  });

  test('exceptions for references that are accepted, rejected later or never looked up are used', () => {
    const places = asking.flatMap(({ title, references }) =>
      references instanceof Error ? [] : references.map(({ place }) => `${title} ${place}`),
    );
    const named = [...Object.keys(NEVER_LOOKED_UP), ...ACCEPTED, ...Object.keys(REFUSED_LATER)];
    expect(named.filter(at => !places.includes(at))).toEqual([]);
  });
});
