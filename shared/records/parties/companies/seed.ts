import { newSeries } from '#shared/records/catalogue/series/rules.ts';
import { SERIES_PREFIX, seriesItem } from '#shared/records/catalogue/series/store.ts';
import type { SeriesType } from '#shared/model/kinds.ts';
import { VAT_PREFIX, vatRateItem } from '#shared/records/catalogue/vat-rates/store.ts';
import { configurationItem, newConfiguration } from '#shared/output/pdf/configuration-item.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { TEMPLATE_CATEGORIES } from '#shared/output/mail/templates/model.ts';
import { firstTemplate } from '#shared/output/mail/templates/own-words.ts';
import { TEMPLATE_PREFIX, templateItem } from '#shared/output/mail/templates/store.ts';
import { anchorTime, NOTICE_TIME, nextRunAt, startDailyRun } from '#shared/platform/store/daily-run.ts';
import { guardSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';

/** The records of a new company (COM-11, COM-12, REC-50). */

const SERIES: [prefix: string, type: SeriesType][] = [
  ['FCT', 'invoice'],
  ['PRO', 'proforma'],
  ['NC', 'credit_note'],
  ['AVZ', 'delivery_note'],
];

/** VAT rates in Romania since August 2025, and earlier ones that supplies before then may still need. */
const VAT_RATES: [rate: string, category: VatCategory][] = [
  ['21', 'S'],
  ['11', 'S'],
  ['9', 'S'],
  ['5', 'S'],
  ['0', 'Z'],
];

/** The writes of these records, for the transaction that creates the company. @param at ISO 8601 */
export function seedWrites(company: CompanyId, at: string): Write[] {
  const series = SERIES.map(([prefix, type]) => newSeries({ prefix, type, isDefault: true }, 'default', newId(), at));
  const rates = VAT_RATES.map(([rate, categoryCode], position) => ({
    id: newId(),
    rate,
    label: `TVA ${rate}%`,
    categoryCode,
    isDefault: position === 0,
    isActive: true,
    position,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  }));
  const templates = TEMPLATE_CATEGORIES.map(category => firstTemplate(category, newId(), at));
  return [
    guardSet(company, SERIES_PREFIX, 0),
    ...series.map(one => create(seriesItem(company, one))),
    guardSet(company, VAT_PREFIX, 0),
    ...rates.map(one => create(vatRateItem(company, one))),
    guardSet(company, TEMPLATE_PREFIX, 0),
    ...templates.map(one => create(templateItem(company, one))),
    create(configurationItem(company, newConfiguration(at))),
    startDailyRun(company, { run: 'notices', time: NOTICE_TIME, at: nextRunAt(NOTICE_TIME) }),
    startDailyRun(company, { run: 'anchors', time: anchorTime(company), at: nextRunAt(anchorTime(company)) }),
  ];
}
