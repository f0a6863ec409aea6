// Docs: shows the document of this service in Swagger UI, which the page has loaded before.
// Nothing is asked of anybody else: no validator, no fonts, and a key stays in the page.

/** The button that opens an operation has its address as a link inside, which no keyboard gets out of. */
const plainAddresses = ({ React }) => ({
  wrapComponents: { DeepLink: () => ({ text }) => React.createElement('span', null, text) },
});

/** Names what Swagger UI leaves without one for those who do not see it, and lets them scroll. */
function name(root) {
  const all = (selector) => root.querySelectorAll(selector);
  for (const field of all('select:not([aria-label]), input:not([aria-label]), textarea:not([aria-label])')) {
    const parameter = field.closest('[data-param-name]')?.dataset.paramName;
    const isBody = field.closest('.opblock-section-request-body') !== null;
    field.setAttribute('aria-label', parameter ?? (field.id === 'servers' ? 'Server' : isBody ? 'Request body' : 'Value'));
  }
  for (const text of all('pre:not([tabindex])')) text.tabIndex = 0;
}

new MutationObserver(() => name(document)).observe(document.getElementById('docs'), { childList: true, subtree: true });

globalThis.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  operationsSorter: null,
  plugins: [plainAddresses],
});
