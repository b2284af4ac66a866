-- The keys of all documents that the database refers to. In DATA_DIR/documents, a key is the path of a file.
select key from (
  select registration_document from vehicle
  union select certificate_image from contract
  union select contract_document from contract
) as referred (key)
where key is not null order by key collate "C";
