import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type RecordedAnswer, SET_UP } from './recorded-answers.ts';

/**
 * Loaded by the test runner if `RECORD_ANSWERS=<folder>` is set (vitest.config.ts): writes every HTTP response that a test receives
 * to a file of that folder. test/bench/compare-answers.ts compares two such folders.
 */
interface Recorder {
  file: string;
  /** Whether a test is running; responses in hooks belong to the set-up. */
  inTest: boolean;
}

/** Headers that belong to the connection, or follow from the body. */
const UNTOLD = ['date', 'content-length', 'connection', 'keep-alive'];
const TEXT = /json|text|xml|csv/;

// This file is evaluated once for each test file, often in a process that has run others before: `fetch` is wrapped once.
const ofProcess = globalThis as { recorder?: Recorder };
const recorder = (ofProcess.recorder ??= startRecorder(process.env['RECORD_ANSWERS'] ?? ''));

beforeEach(() => void (recorder.inTest = true));
afterEach(() => void (recorder.inTest = false));

function startRecorder(folder: string): Recorder {
  mkdirSync(folder, { recursive: true });
  const started: Recorder = { file: join(folder, `${process.pid}-${Date.now().toString(36)}.jsonl`), inTest: false };
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const asked = isAsked(url);
    const { currentTestName, testPath } = expect.getState();
    const test = started.inTest ? currentTestName : undefined;
    const response = await send(input, init);
    if (!asked) return response;
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.clone().arrayBuffer());
    const answer: RecordedAnswer = {
      test: test ?? SET_UP,
      file: testPath?.replace(/.*\/test\//, 'test/') ?? '',
      request: `${init?.method ?? 'GET'} ${url.pathname}${url.search}`,
      status: response.status,
      headers: JSON.stringify(Object.fromEntries([...response.headers].filter(([name]) => !UNTOLD.includes(name)))),
      body: TEXT.test(type) ? bytes.toString() : bytes.length === 0 ? '' : `<${type}>`,
    };
    appendFileSync(started.file, `${JSON.stringify(answer)}\n`);
    return response;
  };
  return started;
}

/** Whether a test calls the API: the service itself calls the tax authority, and the engines, from the same process. */
const isAsked = ({ pathname }: URL): boolean =>
  !pathname.startsWith('/_local/') &&
  (pathname.startsWith('/api/') || /\/(api-client|matrix\/send)\.ts/.test(new Error('Where from?').stack ?? ''));
