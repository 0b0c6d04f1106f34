"""The question sheet for the client: built from an assessment, written as XLSX or Markdown, read back when filled."""
