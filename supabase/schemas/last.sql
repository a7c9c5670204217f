-- Runs last. A role is given procedures only where it could make some (schemas/roles.sql); from here on it can make none.

revoke create on schema public from api_reader;
