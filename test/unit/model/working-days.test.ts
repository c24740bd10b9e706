import { describe, expect, it } from 'vitest';
import { isWorkingDay, lastWorkingDay } from '#shared/model/calendar/working-days.ts';

describe('working days in Romania', () => {
  it.each([
    ['2026-11-20', true, 'a Friday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-11-30', false, "Saint Andrew's"],
    ['2026-12-01', false, 'the National Day'],
    ['2026-12-24', true, 'Christmas Eve'],
    ['2026-12-25', false, 'Christmas'],
    ['2026-01-06', false, 'Epiphany'],
    ['2023-01-06', true, 'Epiphany, before it became a holiday'],
    ['2026-01-07', false, 'Saint John'],
    ['2024-01-24', false, 'the Union'],
    ['2026-04-10', false, 'Good Friday, Orthodox'],
    ['2026-04-12', false, 'Easter Sunday'],
    ['2026-04-13', false, 'Easter Monday'],
    ['2026-04-14', true, 'the day after'],
    ['2026-04-03', true, 'Good Friday of the Western churches'],
    ['2026-06-01', false, 'Whit Monday and the day of the child'],
    ['2025-06-09', false, 'Whit Monday'],
    ['2025-04-18', false, 'Good Friday'],
    ['2024-05-03', false, 'Good Friday'],
    ['2024-05-06', false, 'Easter Monday'],
    ['2024-06-24', false, 'Whit Monday'],
    ['2017-04-14', true, 'Good Friday, before it became a holiday'],
    ['2026-08-15', false, 'the Dormition, a Saturday'],
  ])('%s: %s (%s)', (date, working) => {
    expect(isWorkingDay(date)).toBe(working);
  });

  it('the last working day is found over weekends and holidays', () => {
    expect(lastWorkingDay('2026-11-22')).toBe('2026-11-20');
    expect(lastWorkingDay('2026-12-01')).toBe('2026-11-27');
    expect(lastWorkingDay('2026-04-13')).toBe('2026-04-09');
    expect(lastWorkingDay('2026-11-20')).toBe('2026-11-20');
  });
});
