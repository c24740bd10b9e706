import { conflict, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import type { SetChange } from '#shared/platform/store/record-set.ts';
import type { SeriesType } from '#shared/model/kinds.ts';
import { bareNumberPrefix, belowHighestUsed, formatNumber, oldestFirst, type Series, seriesInUse } from './store.ts';

/**
 * Rules for changes of a company's document series (REC-51 to REC-62). Pure. Invariant: exactly one of the active series of
 * a type is the default, and no inactive series is.
 */

export interface SeriesInput {
  prefix: string;
  type: SeriesType;
  name?: string | null | undefined;
  year?: number | null | undefined;
  currentNumber?: number | undefined;
  active?: boolean | undefined;
  isDefault?: boolean | undefined;
}

export interface SeriesChange {
  name?: string | undefined;
  currentNumber?: number | undefined;
  active?: boolean | undefined;
  isDefault?: boolean | undefined;
  /** Why the counter is raised. */
  reason?: string | null | undefined;
}

type Change = SetChange<Series, Series>;

/** A new series from its input, with defaults. */
export function newSeries(input: SeriesInput, source: Series['source'], id: string, at: string): Series {
  return {
    id,
    name: input.name ?? (bareNumberPrefix(input.prefix).slice(0, 50) || input.prefix),
    prefix: input.prefix,
    type: input.type,
    year: input.year ?? null,
    currentNumber: input.currentNumber ?? 0,
    highestUsed: 0,
    active: input.active ?? true,
    isDefault: input.isDefault ?? false,
    source,
    usedCount: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** Adds a series. @throws 422 when another series of the type would print the same numbers, or for an inactive default */
export function addSeries(all: Series[], input: SeriesInput, id: string, at: string): Change {
  const series = newSeries(input, 'manual', id, at);
  // Compared by printed numbers: `FCT` and `FCT-` would give two documents the same number.
  const printed = formatNumber(series, 1);
  if (all.some(one => one.type === series.type && formatNumber(one, 1) === printed))
    throw invalidFields({ prefix: ['a series of this type with this prefix and year is there already'] });
  refuseInactiveDefault(series);
  return settled([...all, series], series, series.isDefault ? series.id : undefined, at);
}

/**
 * Changes a series.
 *
 * @throws 422 for a number below the highest used one, for a raised counter without a reason, and for an inactive default
 */
export function changeSeries(all: Series[], id: string, { reason, ...change }: SeriesChange, at: string): Change {
  const before = found(all, id);
  const { currentNumber = before.currentNumber } = change;
  if (currentNumber < before.highestUsed) throw belowHighestUsed(before.highestUsed);
  if (currentNumber > before.currentNumber && !reason)
    throw invalidFields({ reason: [`is required to raise the counter: numbers up to ${currentNumber} will be missing`] });
  if (change.isDefault === true) refuseInactiveDefault({ active: change.active ?? before.active, isDefault: true });
  const after = patched(before, { ...change, updatedAt: at });
  const records = all.map(one => (one.id === id ? after : one));
  const handedOn = change.isDefault === false && before.isDefault && after.active;
  return settled(records, after, change.isDefault === true ? id : handedOn ? oldestOther(all, before).id : undefined, at);
}

/** Makes a series the default of its type. @throws 409 when it is inactive */
export function makeDefault(all: Series[], id: string, at: string): Change {
  const series = found(all, id);
  if (!series.active) throw conflict('An inactive series cannot be the default.', { reason: 'series_inactive' });
  return settled(all, series, id, at);
}

/**
 * Removes a series.
 *
 * @param counted number of documents that the shards of the series count (uses.ts)
 * @throws 409 when a document uses the series
 */
export function removeSeries(all: Series[], id: string, counted: number, at: string): SetChange<Series, void> {
  const series = found(all, id);
  if (series.usedCount + counted > 0) throw seriesInUse();
  const left = all.filter(one => one.id !== id);
  return { records: withDefault(left, series.type, undefined, at), result: undefined };
}

function found(all: Series[], id: string): Series {
  const series = all.find(one => one.id === id);
  if (!series) throw notFound('Document series');
  return series;
}

/** The series that becomes the default in place of the given one. @throws 422 when the type has no other active series */
function oldestOther(all: Series[], series: Series): Series {
  const others = all.filter(one => one.id !== series.id && one.type === series.type && one.active).sort(oldestFirst);
  if (!others[0]) throw invalidFields({ isDefault: ['the only active series of its type is the default'] });
  return others[0];
}

function refuseInactiveDefault({ active, isDefault }: { active: boolean; isDefault: boolean }): void {
  if (isDefault && !active) throw invalidFields({ isDefault: ['an inactive series cannot be the default'] });
}

function settled(all: Series[], series: Series, preferred: string | undefined, at: string): Change {
  const records = withDefault(all, series.type, preferred, at);
  return { records, result: found(records, series.id) };
}

/** Ensures one default among the active series of a type: the preferred one, else the current default, else the oldest. */
function withDefault(all: Series[], type: SeriesType, preferred: string | undefined, at: string): Series[] {
  const usable = all.filter(one => one.type === type && one.active).sort(oldestFirst);
  const chosen = preferred ?? (usable.find(one => one.isDefault) ?? usable[0])?.id;
  return all.map(one => {
    const isDefault = one.id === chosen;
    return one.type !== type || one.isDefault === isDefault ? one : { ...one, isDefault, updatedAt: at };
  });
}
