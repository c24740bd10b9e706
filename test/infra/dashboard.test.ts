import { beforeAll, describe, expect, it } from 'vitest';
import { INDEXES } from '#shared/platform/store/table.ts';
import { ofType, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

/** The dashboard: everything that its panels read exists under its deployed name. */

let templates: StackTemplate[];

beforeAll(async () => {
  templates = synthesise(await systemOf());
});

/** The CloudWatch metrics of all panels: namespace, name and dimensions, or an expression. */
function panels(): unknown[][] {
  const [dashboard] = ofType(templates, 'AWS::CloudWatch::Dashboard');
  const body = text(dashboard?.Properties['DashboardBody']).replaceAll('\\"', '"');
  return [...body.matchAll(/"metrics":(\[\[[^]*?\]\])/g)].map(([, metrics]) => [metrics]);
}

interface Widget {
  type: string;
  properties: { title: string; metrics?: unknown[][]; alarms?: string[] };
}

/** The dashboard as CloudWatch gets it, with `token` for what CloudFormation puts in. */
function shown(): { start?: string; widgets: Widget[] } {
  const [dashboard] = ofType(templates, 'AWS::CloudWatch::Dashboard');
  const join = dashboard?.Properties['DashboardBody'] as { 'Fn::Join': [string, unknown[]] };
  const body = join['Fn::Join'][1].map(part => (typeof part === 'string' ? part : 'token')).join('');
  return JSON.parse(body) as { start?: string; widgets: Widget[] };
}

describe('the top of the dashboard', () => {
  it('shows how many numbers were issued, submitted, validated and rejected: the sum of a day, and by the hour', () => {
    const { start, widgets } = shown();
    expect(start).toBe('-P1D');
    const steps = ['issued', 'submitted', 'validated', 'rejected'].map(step => `${STAGE.name}-invoices-${step}`);
    for (const widget of widgets.slice(0, 2)) {
      const own = (widget.properties.metrics ?? []).filter(([namespace]) => namespace === 'Invoicing');
      expect(own.map(([, name]) => name)).toEqual(steps);
      for (const row of own) expect(row.at(-1)).toMatchObject({ stat: 'Sum', period: 3600 });
    }
    expect(widgets[0]?.properties).toMatchObject({ setPeriodToTimeRange: true });
    // An hour without any is drawn as 0.
    expect(text(widgets[1]?.properties.metrics).match(/FILL\(step\d, 0\)/g)).toHaveLength(4);
  });

  it('alarms are shown by topic, in widgets of at most 100, which is what CloudWatch takes', () => {
    const ofAlarms = shown().widgets.filter(({ type }) => type === 'alarm');
    expect(ofAlarms.map(({ properties }) => properties.title)).toEqual(
      ['Incidents', 'API', 'E-invoicing', 'Objectives', 'Schedules', 'Table, functions and mails', 'Queues'].map(
        topic => `Alarms: ${topic}`,
      ),
    );
    for (const { properties } of ofAlarms) {
      expect(properties.alarms?.length).toBeGreaterThan(0);
      expect(properties.alarms?.length).toBeLessThanOrEqual(100);
    }
  });
});

describe('every panel shows something', () => {
  /**
   * Whether a search of CloudWatch finds a name. Without quotes a term finds names that hold its words, which end where letters and
   * digits do; in quotes it finds the name that is the term.
   */
  const finds = (term: string, name: string): boolean =>
    /^".*"$/.test(term)
      ? name === term.slice(1, -1)
      : term.split(/[^A-Za-z0-9]+/).every(word => name.split(/[^A-Za-z0-9]+/).includes(word));

  it('searches find the functions of the stage', () => {
    const functions = ofType(templates, 'AWS::Lambda::Function').map(({ Properties }) => String(Properties['FunctionName']));
    const searches = panels().flatMap(([metrics]) => [
      ...String(metrics).matchAll(/SEARCH\('\{AWS\/Lambda,FunctionName\} MetricName=\\*"(\w+)\\*" FunctionName=(.+?)', /g),
    ]);
    expect(searches.map(([, metric]) => metric)).toEqual(['Errors', 'Duration', 'Throttles']);
    for (const [, metric, term = ''] of searches) {
      expect([metric, functions.filter(name => !finds(term, name))]).toEqual([metric, []]);
      expect(finds(term, 'other-invoices-create')).toBe(false);
    }
    // A chart with a line for each of 300 functions would be unreadable.
    const sorted = panels().flatMap(([metrics]) => [
      ...String(metrics).matchAll(/SLICE\(SORT\(SEARCH\(.+?\), (SUM|MAX), DESC\), 0, 10\)/g),
    ]);
    expect(sorted.map(([, by]) => by)).toEqual(['SUM', 'MAX', 'SUM']);
    expect(finds(`"${STAGE.name}-"`, `${STAGE.name}-invoices-create`)).toBe(false);
  });

  it('names only functions, queues, indexes and metrics of our own that exist', () => {
    const { widgets } = shown();
    const rows = widgets.flatMap(({ properties }) => properties.metrics ?? []).filter(row => typeof row[0] === 'string');
    const named = (type: string, property: string) =>
      ofType(templates, type).map(({ Properties }) => String(Properties[property]));
    const written = ofType(templates, 'AWS::Logs::MetricFilter').map(({ Properties }) =>
      text(Properties['MetricTransformations']),
    );
    const there: Record<string, string[]> = {
      QueueName: named('AWS::SQS::Queue', 'QueueName'),
      FunctionName: named('AWS::Lambda::Function', 'FunctionName'),
      GlobalSecondaryIndexName: Object.keys(INDEXES),
      TableName: [`${STAGE.name}-invoicing`],
    };
    const lost = rows.filter(([namespace, metric, ...dimensions]) =>
      namespace === 'Invoicing'
        ? !written.some(one => one.includes(`"MetricName":"${String(metric)}"`))
        : dimensions.some((name, place) => there[String(name)]?.includes(String(dimensions[place + 1])) === false),
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(lost).toEqual([]);
    expect(widgets.flatMap(({ properties }) => properties.alarms ?? []).length).toBe(
      ofType(templates, 'AWS::CloudWatch::Alarm').filter(({ Properties }) => !text(Properties['AlarmName']).includes('rollout-'))
        .length,
    );
  });
});
