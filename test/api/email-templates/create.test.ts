import { afterEach, describe, expect, it } from 'vitest';
import { PLANS } from '../../../shared/access/plans.ts';
import { useService } from '../../support/service.ts';
import { defaultsAmong, emailTemplatesCalls, TEMPLATE } from './calls.ts';

const service = useService();
const { newScope, list, add } = emailTemplatesCalls(service);

const FEATURES = { ...PLANS.business };

afterEach(() => {
  Object.assign(PLANS.business, FEATURES);
});

describe('POST /email-templates (completions-accounts §16)', () => {
  it('201: a Romanian template for invoices that is no default, unless the body says otherwise', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { ...TEMPLATE, name: '  Scurt  ' });
    expect([status, body]).toMatchObject([201, { ...TEMPLATE, category: 'invoice', language: 'ro', isDefault: false }]);
    const note = await add(scope, { ...TEMPLATE, category: 'delivery_note', isDefault: true });
    expect([note.status, note.body.isDefault]).toEqual([201, true]);
    const all = await list(scope);
    expect(all).toContainEqual(body);
    expect(defaultsAmong(all, 'delivery_note').map(one => one.id)).toEqual([note.body.id]);
    expect(defaultsAmong(all, 'invoice')).toHaveLength(1);
  });

  it('the first of a language becomes its default, and leaves the Romanian one', async () => {
    const scope = await newScope();
    const [romanian] = defaultsAmong(await list(scope), 'invoice');
    const first = await add(scope, { ...TEMPLATE, language: 'en' });
    const second = await add(scope, { ...TEMPLATE, language: 'en' });
    expect([first.body.isDefault, second.body.isDefault]).toEqual([true, false]);
    expect(defaultsAmong(await list(scope), 'invoice')).toEqual([romanian]);
  });

  it.each([
    ['name', { name: undefined }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(256) }],
    ['subject', { subject: null }],
    ['subject', { subject: 'x'.repeat(501) }],
    ['body', { body: '' }],
    ['body', { body: 'x'.repeat(50_001) }],
    ['category', { category: 'receipt' }],
    ['language', { language: 'fr' }],
    ['isDefault', { isDefault: 'yes' }],
  ])('422 that names %s: %j', async (field, wrong) => {
    const { status, body } = await add(await newScope(), { ...TEMPLATE, ...wrong });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'validation_error', details: { [field]: [expect.any(String)] } });
  });

  it('takes texts as long as may be', async () => {
    const longest = { name: 'x'.repeat(255), subject: 'ș'.repeat(500), body: '😀'.repeat(25_000) };
    const { status, body } = await add(await newScope(), longest);
    expect([status, body]).toMatchObject([201, longest]);
  });

  it('twenty at the same moment, each to be the default: exactly one is', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(scope, { ...TEMPLATE, isDefault: true })));
    expect(answers.map(one => one.status)).toEqual(answers.map(() => 201));
    const all = await list(scope, '?category=invoice');
    expect(all).toHaveLength(21);
    expect(defaultsAmong(all, 'invoice')).toHaveLength(1);
  });

  it('422 for more than a company may have, also when they come at the same moment', async () => {
    const scope = await newScope();
    for (let time = 0; time < 46; time++) expect((await add(scope, TEMPLATE)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 3 }, () => add(scope, TEMPLATE)));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422]);
  });

  it('402 where the plan has no templates, after the fields were looked at', async () => {
    const scope = await newScope();
    PLANS.business.emailTemplates = false;
    expect((await add(scope, {})).status).toBe(422);
    const { status, body } = await add(scope, TEMPLATE);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      code: 'plan_limit',
      details: { feature: 'emailTemplates', limit: null, plan: 'business' },
    });
  });
});
