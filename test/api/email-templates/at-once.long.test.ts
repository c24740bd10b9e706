import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { defaultsAmong, emailTemplatesCalls, TEMPLATE } from './calls.ts';

const { newScope, list, add, change } = emailTemplatesCalls(useService());

describe('POST /email-templates (REC-69 to REC-72)', () => {
  it('of twenty simultaneous ones, each to be the default, exactly one is', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(scope, { ...TEMPLATE, isDefault: true })));
    expect(answers.map(one => one.status)).toEqual(answers.map(() => 201));
    const all = await list(scope, '?category=invoice');
    expect(all).toHaveLength(21);
    expect(defaultsAmong(all, 'invoice')).toHaveLength(1);
  });

  it('422 for more than a company may have, also when they are sent at the same time', async () => {
    const scope = await newScope();
    for (let time = 0; time < 46; time++) expect((await add(scope, TEMPLATE)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 3 }, () => add(scope, TEMPLATE)));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422]);
  });
});

describe('PATCH /email-templates/{uuid} (REC-70)', () => {
  it('of twenty simultaneous changes, some of which make the default, exactly one is the default, and no change is lost', async () => {
    const scope = await newScope();
    const made = await Promise.all(Array.from({ length: 10 }, () => add(scope, TEMPLATE)));
    const answers = await Promise.all(
      made.flatMap(({ body }) => [
        change(scope, body.id, { isDefault: true }),
        change(scope, body.id, { subject: `Pentru ${body.id}` }),
      ]),
    );
    expect(answers.map(one => one.status)).toEqual(answers.map(() => 200));
    const all = await list(scope, '?category=invoice');
    expect(defaultsAmong(all, 'invoice')).toHaveLength(1);
    for (const { body } of made) expect(all.find(one => one.id === body.id)?.subject).toBe(`Pentru ${body.id}`);
  });
});
