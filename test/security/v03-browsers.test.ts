import { beforeAll, describe, expect, test } from 'vitest';
import { CASES, GUARDED } from '../support/matrix/endpoints.ts';
import { openOwner, type Owner } from '../support/matrix/owner.ts';
import { filled } from '../support/matrix/resources.ts';
import { commonViolations, type RawAnswer, senderTo } from '../support/matrix/send.ts';
import { useService } from '../support/service.ts';

/** What browsers do with responses, at every endpoint of the catalogue. */
const service = useService();
let owner: Owner;

beforeAll(async () => {
  owner = await openOwner(service(), 'Browser');
});

const ORIGIN = 'https://elsewhere.example';
const pathOf = ({ definition }: (typeof CASES)[number]): string => filled(definition.path, owner.anyParams(definition));

/** The responses to all reads of their owner. */
const readsOf = async (headers: Record<string, string>): Promise<[path: string, answer: RawAnswer][]> => {
  const reads = CASES.filter(({ definition }) => definition.method === 'GET');
  const sent = reads.map(async (one): Promise<[string, RawAnswer]> => [
    one.title,
    await owner.ask(one.definition, owner.anyParams(one.definition), { headers }),
  ]);
  return Promise.all(sent);
};

const crossing = (headers: Record<string, string>): string[] =>
  Object.keys(headers).filter(name => name.startsWith('access-control-') || name === 'set-cookie');

describe('V3 in a browser', () => {
  test('V3.4.2 no response allows an origin that is not listed, nor does one to a preflight', async () => {
    const answers = await readsOf({ origin: ORIGIN });
    expect(answers.filter(([, { status }]) => status === 200).length).toBeGreaterThan(20);
    expect(answers.flatMap(([title, { headers }]) => crossing(headers).map(name => `${title}: ${name}`))).toEqual([]);
    const asking = { origin: ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const send = senderTo(service().url);
    const paths = [...new Set(CASES.map(pathOf))];
    const preflights = await Promise.all(paths.map(path => send({ method: 'OPTIONS', path, headers: asking })));
    expect(preflights.flatMap(({ headers }, place) => crossing(headers).map(name => `${paths[place]}: ${name}`))).toEqual([]);
  });

  test('V3.3, V3.5.1 no response sets a cookie, and a credential in a cookie is ignored', async () => {
    const { token } = owner.scope;
    const cookie = ['authorization', 'token', 'access_token', 'session', 'sid'].map(name => `${name}=${token}`).join('; ');
    const send = senderTo(service().url);
    const answers = await Promise.all(
      GUARDED.map(one =>
        send({ method: one.definition.method, path: pathOf(one), headers: { cookie, 'x-company': owner.scope.company } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(GUARDED.map(() => 401));
    const login = await send({ method: 'POST', path: '/api/auth', body: { email: 'nobody@test.example', password: 'wrong' } });
    expect([...answers, login].flatMap(({ headers }) => crossing(headers))).toEqual([]);
  });

  test('V3.4.4, V3.4.5, V3.4.6, V14.3.2 every response is nosniff and no-store, sends no referrer, and is framed only in a sandbox', async () => {
    const answers = await readsOf({});
    const paths = answers.map(([title]) => ({ path: title.split(' ')[1] ?? '' }));
    expect(answers.flatMap(([, answer], place) => commonViolations(paths[place] ?? { path: '' }, answer))).toEqual([]);
  });

  test('V4.1.1 every response with a body states its type, and a text that is not JSON its character set', async () => {
    const answers = (await readsOf({})).filter(([, { text }]) => text !== '');
    const typed =
      /^(application\/json(; ?charset=utf-8)?|(text\/\w+|application\/xml); ?charset=utf-8|image\/\w+|application\/(pdf|zip))$/i;
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.flatMap(([title, { headers }]) => (typed.test(headers['content-type'] ?? '') ? [] : [title]))).toEqual([]);
  });
});
