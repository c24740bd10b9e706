/**
 * The script of pages with a form: it sends the form's fields as JSON to the endpoint in `data-call`, and shows the text for the
 * answer. The texts are in the page, in its language: `<template data-when="401 410" data-kind="failed">`. It writes text and clones
 * of templates only, so that the page's policy can forbid everything that turns text into markup (trusted types).
 */
export const FORM_SCRIPT = `'use strict';
(() => {
  const page = document.querySelector('main');
  const outcome = document.getElementById('outcome');

  // The token of the link. It must not stay in the history, nor be seen over a shoulder; the page in another language needs it too.
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  for (const link of document.querySelectorAll('footer a[hreflang]')) link.hash = location.hash;
  if (token) history.replaceState(null, '', location.pathname + location.search);

  /** A POST of the body, or a GET without one. */
  async function call(path, body, session) {
    const headers = body ? { 'content-type': 'application/json' } : {};
    if (session) headers.authorization = 'Bearer ' + session;
    const method = body ? 'POST' : 'GET';
    try {
      const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), credentials: 'omit' });
      const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
      return { status: response.status, answer };
    } catch {
      return { status: 0, answer: {} };
    }
  }

  function show(when) {
    const templates = [...document.querySelectorAll('template[data-when]')];
    const template =
      templates.find(one => one.dataset.when.split(' ').includes(String(when))) ??
      templates.find(one => one.dataset.when === 'failed');
    outcome.dataset.kind = template.dataset.kind;
    outcome.replaceChildren(template.content.cloneNode(true));
    if (template.dataset.final !== undefined)
      for (const part of document.querySelectorAll('[data-until-done]')) part.hidden = true;
    outcome.focus();
  }

  const hide = () => outcome.replaceChildren();

  function showFields(form, fields) {
    const translated = JSON.parse(page.dataset.messages ?? '{}');
    let first;
    for (const input of form.querySelectorAll('input[name]')) {
      const place = form.querySelector('[data-problem="' + input.name + '"]');
      if (!place) continue;
      const messages = Array.isArray(fields[input.name]) ? fields[input.name] : [];
      place.textContent = messages.map(message => translated[message] ?? message).join(' ');
      if (messages.length > 0) {
        input.setAttribute('aria-invalid', 'true');
        first ??= input;
      } else input.removeAttribute('aria-invalid');
    }
    first?.focus();
    return first !== undefined;
  }

  const fieldsOf = form => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));

  /** Runs a form's work once at a time, with its button marked as busy. */
  function whenSent(form, work) {
    form.addEventListener('submit', async event => {
      event.preventDefault();
      const button = form.querySelector('button[type="submit"]');
      if (button.getAttribute('aria-busy') === 'true') return;
      button.setAttribute('aria-busy', 'true');
      hide();
      showFields(form, {});
      try {
        await work();
      } finally {
        button.removeAttribute('aria-busy');
      }
    });
  }

  for (const form of document.querySelectorAll('form[data-call]'))
    whenSent(form, async () => {
      const { status, answer } = await call(form.dataset.call, fieldsOf(form));
      const isField = (status === 400 || status === 422) && showFields(form, answer.error?.details ?? {});
      if (!isField) show(status);
    });

  for (const box of document.querySelectorAll('input[data-shows]'))
    box.addEventListener('change', () => {
      document.getElementById(box.dataset.shows).type = box.checked ? 'text' : 'password';
    });

  for (const part of document.querySelectorAll('[data-needs-script]')) part.hidden = false;
  for (const input of document.querySelectorAll('input[data-from-link]')) {
    input.value = token;
    // An incomplete link is answered like one that is no longer valid.
    if (!token) show(401);
  }
  window.hostedPage = { token, call, show, showFields, fieldsOf, whenSent };
})();
`;
