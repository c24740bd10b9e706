import { afterEach, describe, expect, it } from 'vitest';
import { PLANS } from '#shared/platform/access/plans.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { readTemplates, TEMPLATE_PREFIX } from '#shared/output/mail/templates/store.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useService } from '../../support/service.ts';
import { defaultsAmong, emailTemplatesCalls, TEMPLATE } from './calls.ts';

const service = useService();
const { newScope, list, add } = emailTemplatesCalls(service);

const FEATURES = { ...PLANS.business };

afterEach(() => {
  Object.assign(PLANS.business, FEATURES);
});

describe('POST /email-templates (REC-69 to REC-72)', () => {
  it('201: a Romanian template for invoices, not the default, unless the body says otherwise', async () => {
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

  it('the first of a language becomes its default, and does not change the Romanian one', async () => {
    const scope = await newScope();
    const [romanian] = defaultsAmong(await list(scope), 'invoice');
    const first = await add(scope, { ...TEMPLATE, language: 'en' });
    const second = await add(scope, { ...TEMPLATE, language: 'en' });
    expect([first.body.isDefault, second.body.isDefault]).toEqual([true, false]);
    expect(defaultsAmong(await list(scope), 'invoice')).toEqual([romanian]);
  });

  it('422 that names the field', async () => {
    const { status, body } = await add(await newScope(), { ...TEMPLATE, name: ' ' });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'validation_error', details: { name: [expect.any(String)] } });
  });

  it('accepts texts of the maximum length', async () => {
    const longest = { name: 'x'.repeat(255), subject: 'ș'.repeat(500), body: '😀'.repeat(25_000) };
    const { status, body } = await add(await newScope(), longest);
    expect([status, body]).toMatchObject([201, longest]);
  });

  it('422 for more than a company may have', async () => {
    const scope = await newScope();
    const company = scope.company;
    const [first] = await readTemplates(company);
    // With the three that every new company has.
    const copies = Array.from({ length: 46 }, () => ({ ...found(first, 'The first template'), id: newId(), isDefault: false }));
    await transact(
      copies.map(data => put({ ...companyKey(company, `${TEMPLATE_PREFIX}${data.id}`), kind: 'email-template', data })),
    );
    expect((await add(scope, TEMPLATE)).status).toBe(201);
    expect((await add(scope, TEMPLATE)).status).toBe(422);
    expect(await list(scope)).toHaveLength(50);
  });

  it('402 where the plan has no templates, after the fields were validated', async () => {
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
