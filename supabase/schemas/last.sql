-- Runs last. To own procedures, a role needs the right to create some (schemas/roles.sql). This file revokes that
-- right.

revoke create on schema public from api_reader;
