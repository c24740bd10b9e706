import { invalidFields } from '#shared/base/kernel/errors.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { hasVersion } from '#shared/platform/store/change-item.ts';
import { type ClientItem, clientKey } from '#shared/records/parties/clients/store.ts';
import { NOTICE_TIME, nextRunAt, startDailyRun, stopDailyRun, todaysRunAt } from '#shared/platform/store/daily-run.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, put, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import type { SettingsChange } from './input.ts';
import {
  DEFAULT_SETTINGS,
  readSettingsItem,
  type ReminderSettings,
  type SettingsItem,
  settingsKey,
  settingsOf,
} from './settings.ts';

/** What a change of the settings depends on. */
export interface SettingsContext {
  item: SettingsItem | undefined;
  /** The ids of `excludedClientIds` that are clients of the company. */
  known: ReadonlySet<string>;
}

/** Reads the context of a change, in one parallel round trip. */
export async function readForChange(company: CompanyId, change: SettingsChange | undefined): Promise<SettingsContext> {
  const ids = change?.excludedClientIds ?? [];
  const [item, found] = await Promise.all([
    readSettingsItem(company),
    getItems<ClientItem>(ids.map(id => clientKey(company, id))),
  ]);
  return { item, known: new Set(ids.filter((_, place) => found[place]?.row.record.deletedAt === null)) };
}

/**
 * Changes the given fields, and reschedules the daily runs in the same transaction. A run that is switched off is no longer due.
 * Reminders that are switched on or moved to another time still run today, immediately if that time has passed.
 *
 * @throws 422 for clients that the company does not have
 */
export function saveSettings(
  company: CompanyId,
  { item: loaded, known }: SettingsContext,
  change: SettingsChange,
  commit: Commit<ReminderSettings>,
): Promise<ReminderSettings> {
  return retryOnContention(async attempt => {
    const item = attempt === 0 ? loaded : await readSettingsItem(company);
    const before = settingsOf(item);
    checkClients(change, before, known);
    const after = patched(before, changedFields(change));
    const version = item?.version ?? 0;
    const unchanged = item ? hasVersion(version) : { expression: 'attribute_not_exists(pk)' };
    const stored = { ...settingsKey(company), kind: 'reminder-settings' as const, version: version + 1, data: after };
    return commit([put(stored, unchanged), ...dailyRunWrites(company, before, after)], after);
  });
}

/**
 * Refuses unknown clients. Clients that are already excluded may stay, even if deleted, so that settings can be written back as
 * read.
 */
function checkClients({ excludedClientIds }: SettingsChange, before: ReminderSettings, known: ReadonlySet<string>): void {
  const wrong = (excludedClientIds ?? []).flatMap((id, place) =>
    known.has(id) || before.excludedClientIds.includes(id)
      ? []
      : [[`excludedClientIds.${place}`, ['is not a client of the company']]],
  );
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong) as Record<string, string[]>);
}

const changedFields = (change: SettingsChange): Partial<ReminderSettings> => {
  const given = Object.entries(change).map(([field, value]) => [
    field,
    value === null ? DEFAULT_SETTINGS[field as keyof ReminderSettings] : value,
  ]);
  const { minBalance } = change;
  const templates = Object.entries(change.templates ?? {}).filter(([, words]) => words);
  return {
    ...(Object.fromEntries(given) as Partial<ReminderSettings>),
    ...(minBalance && { minBalance: amount(decimal(minBalance)) }),
    ...(change.templates && { templates: Object.fromEntries(templates) }),
  };
};

function dailyRunWrites(company: CompanyId, before: ReminderSettings, after: ReminderSettings): Write[] {
  const { enabled, sendTime, internalNotices } = after;
  const isMoved = enabled && (!before.enabled || sendTime !== before.sendTime);
  return [
    ...(isMoved ? [startDailyRun(company, { run: 'reminders', time: sendTime, at: todaysRunAt(sendTime) })] : []),
    ...(before.enabled && !enabled ? [stopDailyRun(company, 'reminders')] : []),
    ...(internalNotices && !before.internalNotices
      ? [startDailyRun(company, { run: 'notices', time: NOTICE_TIME, at: nextRunAt(NOTICE_TIME) })]
      : []),
    ...(before.internalNotices && !internalNotices ? [stopDailyRun(company, 'notices')] : []),
  ];
}
