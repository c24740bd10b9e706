import type { Context as LambdaContext, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Catalogue, loadCatalogue } from '../../../infra/catalogue.ts';
import { log, setLogSink } from '#shared/base/kernel/log.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { defineSchedule, defineStreamWorker, defineTask, defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { catalogueOf } from '../local/fixture.ts';
import { useOwnService } from '../../support/service.ts';

/** A use case that logs something. */
const speak = (): Promise<void> => Promise.resolve().then(() => log.warn('spoken', { detail: 1 }));

const endpoint = (path: string, auth: 'company' | 'public', then: () => void) =>
  defineEndpoint({ method: 'GET', path, summary: 'Speak', auth, responses: { 204: null } }, async () => {
    await speak();
    then();
  });

const catalogue: Catalogue = await loadCatalogue();
const { endpoints } = catalogueOf({
  speak: endpoint('/test/speak', 'company', () => {}),
  'speak-publicly': endpoint('/test/speak-publicly', 'public', () => {
    throw new Error('broken');
  }),
});
const service = useOwnService({ catalogue: { ...catalogue, endpoints: [...catalogue.endpoints, ...endpoints] }, machines: [] });

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
  setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
});

const said = (message = 'spoken') => lines.filter(line => line['message'] === message);
const context = { awsRequestId: 'run-1', functionName: 'stage-worker' } as LambdaContext;

describe('the log lines of a use case', () => {
  it('have the request id that was returned to the caller, the function, the route, the company, its organization and the user', async () => {
    const scope = await service().newCompany(await service().newUser());
    const { body } = await service().api('GET', '/api/v1/me', { token: scope.token });
    lines.length = 0;
    const answer = await service().api('GET', '/test/speak', scope);
    const run = {
      requestId: answer.headers.get('x-request-id'),
      function: 'speak',
      route: 'GET /test/speak',
      companyId: scope.company,
      userId: (body as { id: string }).id,
      organizationId: (body as { organization: { id: string } }).organization.id,
    };
    expect(said()).toEqual([{ level: 'WARN', message: 'spoken', detail: 1, ...run }]);
    expect(said('request')).toEqual([
      { level: 'INFO', message: 'request', status: 204, millis: expect.any(Number) as number, ...run },
    ]);
  });

  it('of an anonymous request name nobody; a failure has the same fields as the lines before it', async () => {
    const answer = await service().api('GET', '/test/speak-publicly');
    expect(answer.status).toBe(500);
    const run = { requestId: answer.headers.get('x-request-id'), function: 'speak-publicly', route: 'GET /test/speak-publicly' };
    expect(said()).toEqual([{ level: 'WARN', message: 'spoken', detail: 1, ...run }]);
    expect(said('request failed')).toMatchObject([{ errorMessage: 'broken', ...run }]);
  });

  it('have the subject of each message of a batch, also where it fails', async () => {
    const worker = defineWorker(
      { summary: 'Speaks', queue: 'webhooks', message: z.looseObject({ fails: z.boolean().optional() }), uses: [] },
      async ({ fails }) => {
        await speak();
        if (fails) throw new Error('broken');
      },
    );
    const messages = [{ companyId: 'c1', fails: true }, { pk: 'C#c2', sk: 'X' }, { pk: 'U#u1', sk: 'X' }, { pk: 'MAIL#1' }];
    const Records = messages.map((message, place) => ({ messageId: `m${place}`, body: JSON.stringify(message) }));
    const answer = await worker({ Records } as SQSEvent, context);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    const run = { level: 'WARN', message: 'spoken', detail: 1, requestId: 'run-1', function: 'stage-worker' };
    expect(said()).toEqual([
      { ...run, item: 'm0', companyId: 'c1' },
      { ...run, item: 'm1', companyId: 'c2' },
      { ...run, item: 'm2', userId: 'u1' },
      { ...run, item: 'm3' },
    ]);
    expect(said('Speaks failed')).toMatchObject([{ item: 'm0', companyId: 'c1', requestId: 'run-1', errorMessage: 'broken' }]);
  });

  it('have the owner of the item in a change of the stream', async () => {
    const worker = defineStreamWorker({ summary: 'Speaks', kinds: ['client'], uses: [] }, speak);
    const image = marshall({ pk: 'C#c1', sk: 'X' });
    await worker(
      { Records: [{ dynamodb: { SequenceNumber: '7', OldImage: image } }] } as unknown as DynamoDBStreamEvent,
      context,
    );
    expect(said()).toMatchObject([{ requestId: 'run-1', function: 'stage-worker', item: '7', companyId: 'c1' }]);
  });

  it('have the company of a task, and the run of a schedule', async () => {
    const task = defineTask({ summary: 'Speaks', input: z.looseObject({}), uses: [] }, speak);
    await task({ companyId: 'c1' }, context);
    const schedule = defineSchedule({ summary: 'Speaks', name: 'speak', everyMinutes: 1, uses: [] }, speak);
    await schedule({}, { ...context, awsRequestId: 'run-2' });
    expect(said()).toEqual([
      { level: 'WARN', message: 'spoken', detail: 1, requestId: 'run-1', function: 'stage-worker', companyId: 'c1' },
      { level: 'WARN', message: 'spoken', detail: 1, requestId: 'run-2', function: 'stage-worker' },
    ]);
  });
});
