// Docs: shows the document of this service in Swagger UI, which the page has loaded before.
// Nothing is asked of anybody else: no validator, no fonts, and a key stays in the page.

globalThis.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  operationsSorter: null,
});
